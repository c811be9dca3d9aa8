/** Small parts that every view of an exam is made of. */

import { element } from "../dom.js";

/**
 * @param {string} words
 * @param {() => void} action
 * @param {"primary" | ""} [weight]
 * @returns {HTMLButtonElement}
 */
export function button(words, action, weight = "") {
  const css = `md-button${weight && " md-button--primary itembank-submit"}`;
  const made = element("button", { type: "button", class: css }, words);
  made.addEventListener("click", action);
  return /** @type {HTMLButtonElement} */ (made);
}

/** @param {...HTMLElement} buttons */
export function actions(...buttons) {
  return element("div", { class: "itembank-actions" }, ...buttons);
}

/** @param {string} text */
export function notice(text) {
  return element("p", { class: "itembank-exam-notice" }, text);
}

/**
 * Build a table that scrolls by itself where it is too wide.
 * @param {string} name
 * @param {string[]} head
 * @param {(string | Node)[][]} rows the first cell of each names it
 */
export function table(name, head, rows) {
  const columns = head.map((text) => element("th", { scope: "col" }, text));
  const body = rows.map(([first, ...cells]) =>
    element(
      "tr",
      {},
      element("th", { scope: "row" }, first),
      ...cells.map((cell) => element("td", {}, cell)),
    ),
  );
  return element(
    "div",
    { class: "itembank-exam-table", tabindex: 0, role: "region", "aria-label": name },
    element(
      "table",
      { class: "itembank-exam-rows" },
      element("thead", {}, element("tr", {}, ...columns)),
      element("tbody", {}, ...body),
    ),
  );
}
