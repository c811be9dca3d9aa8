/** Reading the options of a choice question from its HTML. */

import { part } from "../markup.js";

/** What the reader ticks; text may hold inputs of its own, such as tabs and task lists. */
export const RESPONSE = "input[name=response]";

/**
 * One option: what is shown of it now, and what is kept for later.
 * @typedef {object} OptionParts
 * @property {string} id
 * @property {HTMLElement} row
 * @property {HTMLInputElement} input
 * @property {Element | null} rationale
 */

/**
 * Return the options in the author's order and what decides their grade, null when the markup is
 * not complete.
 * @param {import("../markup.js").Frame} frame
 */
export function readOptions({ rows, solution }) {
  const verdicts = new Map(
    [...solution.querySelectorAll("li")].map((entry) => [entry.dataset.option ?? "", entry]),
  );
  /** @type {OptionParts[]} */
  const options = [];
  /** @type {Set<string>} */
  const key = new Set();
  /** @type {Map<string, number>} */
  const weights = new Map();
  for (const input of /** @type {NodeListOf<HTMLInputElement>} */ (
    rows.querySelectorAll(RESPONSE)
  )) {
    const entry = verdicts.get(input.value);
    const row = /** @type {HTMLElement | null} */ (input.closest(".itembank-option"));
    if (!entry || !row) return null;
    options.push({ id: input.value, row, input, rationale: part(entry, "rationale") });
    if (entry.dataset.correct === "true") key.add(input.value);
    if (entry.dataset.weight) weights.set(input.value, Number(entry.dataset.weight));
  }
  return key.size ? { options, key, weights } : null;
}
