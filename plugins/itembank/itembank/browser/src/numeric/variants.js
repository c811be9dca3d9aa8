/** Sets of numbers: every text that differs between them, shown for one of them. */

import { element } from "../dom.js";
import { say } from "../markup.js";
import { slot } from "../state/slot.js";
import { fill } from "../strings.js";
import { numericStrings } from "./strings.js";

/**
 * @typedef {object} Variants
 * @property {() => number} shown which set is on show, from 0
 * @property {(variant: number) => void} show a set; a number that there is none of stands for the
 *   first
 */

/**
 * Find the values of a question, and offer another set if there are several.
 * @param {import("../markup.js").Frame} frame whose solution is still in place
 * @param {() => void} start called when another set came: what was typed belongs to the one before
 * @returns {Variants}
 */
export function offerVariants(frame, start) {
  const { host, actions, item } = frame;
  const count = Number(host.dataset.variants ?? 1);
  const values = [...host.querySelectorAll("[data-values]")].map((place) => ({
    place,
    texts: JSON.parse(/** @type {HTMLElement} */ (place).dataset.values ?? "[]"),
  }));
  let current = 0;
  const show = (variant = 0) => {
    current = variant > 0 && variant < count ? Math.floor(variant) : 0;
    for (const { place, texts } of values) place.textContent = texts[current];
  };
  // In an exam the seed of the paper has drawn the set.
  if (count > 1 && host.dataset.mode !== "exam") {
    const chosen = slot("variants");
    show(chosen.read()?.[item]);
    const another = element("button", { type: "button", class: "md-button itembank-another" });
    another.append(numericStrings.anotherSet);
    another.addEventListener("click", () => {
      host.retry();
      start();
      show((current + 1) % count);
      chosen.write({ ...chosen.read(), [item]: current });
      say(frame, fill(numericStrings.newSet, { number: current + 1, count }), "news");
    });
    actions.append(another);
  }
  return { shown: () => current, show };
}
