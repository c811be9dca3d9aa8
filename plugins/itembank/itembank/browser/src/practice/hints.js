/** Hints, one after the other; what is not asked for is out of the document, as the answer is. */

import { part } from "../markup.js";

/**
 * @param {HTMLElement} host
 * @returns {() => { hints?: number }} how many the reader has opened
 */
export function offerHints(host) {
  const holder = part(host, "hints");
  let opened = 0;
  const hints = [...(holder?.children ?? [])].map((hint) => {
    const text = /** @type {Element} */ (hint.lastElementChild);
    text.remove();
    hint.remove();
    // Not `toggle`: themes open every `details` to print it.
    hint.firstElementChild?.addEventListener("click", () => {
      if (text.isConnected) return;
      hint.append(text);
      offer((opened += 1));
    });
    return hint;
  });
  const offer = (/** @type {number} */ index) => holder?.append(...hints.slice(index, index + 1));
  offer(0);
  return () => (opened ? { hints: opened } : {});
}
