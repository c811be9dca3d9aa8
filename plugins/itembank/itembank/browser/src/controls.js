/** Small parts that pages of practice are made of; in add-ons only. */

import { element, heading } from "./dom.js";

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
  return element("p", { class: "itembank-warning" }, text);
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
    { class: "itembank-table", tabindex: 0, role: "region", "aria-label": name },
    element(
      "table",
      { class: "itembank-rows" },
      element("thead", {}, element("tr", {}, ...columns)),
      element("tbody", {}, ...body),
    ),
  );
}

/**
 * Build a dialog that asks; it goes away when it closes, and focus returns to where it was.
 * @param {string} question
 * @param {string} about
 * @param {...[string, (() => void)?]} answers words of each button, and what follows it; the first
 *   is the one that matters
 * @returns {HTMLDialogElement} to be put into the page and shown
 */
export function ask(question, about, ...answers) {
  const attributes = { class: "itembank-dialog", "aria-labelledby": "itembank-dialog" };
  const dialog = /** @type {HTMLDialogElement} */ (element("dialog", attributes));
  const buttons = answers.map(([words, action], index) =>
    button(
      words,
      () => {
        dialog.close();
        action?.();
      },
      index ? "" : "primary",
    ),
  );
  dialog.append(
    heading(2, { id: "itembank-dialog", class: "itembank-dialog-title" }, question),
    element("p", {}, about),
    actions(...buttons),
  );
  dialog.addEventListener("close", () => dialog.remove());
  return dialog;
}
