/** Reading a question from the HTML that the renderer wrote. */

import { parseSelect, tickLimit } from "./selection.js";

/**
 * One option: what is shown of it now, and what is kept for later.
 * @typedef {object} OptionParts
 * @property {string} id
 * @property {HTMLElement} row
 * @property {HTMLInputElement} input
 * @property {Element | null} rationale
 */

/**
 * @typedef {object} Question
 * @property {string} item
 * @property {string} hash
 * @property {number} revision
 * @property {import("./scoring.js").Policy} policy
 * @property {import("./selection.js").Select} select
 * @property {import("./scoring.js").Answer} answer
 * @property {HTMLFormElement} form
 * @property {HTMLElement} rows holds the option rows
 * @property {OptionParts[]} options in the author's order
 * @property {HTMLElement} actions
 * @property {HTMLElement} submit
 * @property {HTMLElement} status
 * @property {HTMLElement} solution the `details` with everything that spoils
 * @property {Element | null} short short explanation and its figure
 * @property {Element | null} explanation
 * @property {Element | null} sources
 */

/**
 * Return the parts of a question, null when the markup is not (or not yet) complete: then the page
 * stays as it works without JavaScript.
 * @param {HTMLElement} host
 * @returns {Question | null}
 */
export function readQuestion(host) {
  const form = host.querySelector("form");
  const rows = part(host, "options");
  const actions = part(host, "actions");
  const submit = part(host, "submit");
  const status = part(host, "status");
  const solution = part(host, "answer");
  if (!form || !rows || !actions || !submit || !status || !solution) return null;

  const verdicts = new Map(
    [...solution.querySelectorAll("li")].map((entry) => [entry.dataset.option ?? "", entry]),
  );
  /** @type {OptionParts[]} */
  const options = [];
  /** @type {Set<string>} */
  const key = new Set();
  /** @type {Map<string, number>} */
  const weights = new Map();
  for (const input of rows.querySelectorAll("input")) {
    const entry = verdicts.get(input.value);
    const row = /** @type {HTMLElement | null} */ (input.closest(".itembank-option"));
    if (!entry || !row) return null;
    options.push({ id: input.value, row, input, rationale: part(entry, "rationale") });
    if (entry.dataset.correct === "true") key.add(input.value);
    if (entry.dataset.weight) weights.set(input.value, Number(entry.dataset.weight));
  }
  if (!key.size) return null;

  const { item = "", hash = "", revision, scoring, select: rule = "all" } = host.dataset;
  const select = parseSelect(rule);
  return {
    item,
    hash,
    revision: Number(revision ?? 1),
    policy: /** @type {import("./scoring.js").Policy} */ (scoring ?? "all_or_nothing"),
    select,
    answer: { options: options.map(({ id }) => id), key, weights, cap: tickLimit(select) },
    form,
    rows,
    options,
    actions,
    submit,
    status,
    solution,
    short: part(solution, "short"),
    explanation: part(solution, "explanation"),
    sources: part(solution, "sources"),
  };
}

/**
 * @param {Element} host
 * @param {string} name
 * @returns {HTMLElement | null}
 */
export function part(host, name) {
  return host.querySelector(`.itembank-${name}`);
}
