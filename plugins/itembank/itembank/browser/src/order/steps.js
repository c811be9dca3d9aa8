/** Reading the steps of an order question from its HTML. */

import { part } from "../markup.js";

/**
 * @typedef {object} Step
 * @property {string} id
 * @property {string} letter
 * @property {HTMLElement} row
 * @property {Element | null} rationale
 */

/**
 * Return the steps in the right order, null when the markup is not complete.
 * @param {import("../markup.js").Frame} frame
 * @returns {Step[] | null}
 */
export function readSteps({ rows, solution }) {
  const byId = new Map(
    /** @type {HTMLElement[]} */ ([...rows.children]).map((row) => [row.dataset.option, row]),
  );
  /** @type {Step[]} */
  const steps = [];
  for (const entry of /** @type {NodeListOf<HTMLElement>} */ (
    solution.querySelectorAll("li[data-place]")
  )) {
    const id = entry.dataset.option ?? "";
    const row = byId.get(id);
    if (!row || Number(entry.dataset.place) !== steps.length + 1) return null;
    const letter = part(row, "letter")?.textContent ?? "";
    steps.push({ id, letter, row, rationale: part(entry, "rationale") });
  }
  return steps.length > 1 && steps.length === byId.size ? steps : null;
}
