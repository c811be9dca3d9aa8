/** What the reader sees of a graded response beside the single verdicts. */

import { element, heading } from "./dom.js";
import { fill, strings } from "./strings.js";

/**
 * Build the score card: outcome and score, what the kind adds, the policy and its rule.
 * @param {import("./kinds.js").Report} report
 * @param {number} score
 * @param {number} level of its heading
 * @returns {{ card: HTMLElement, title: HTMLElement }}
 */
export function scoreCard({ state, words, details, policy, rule }, score, level) {
  const title = heading(
    level,
    { class: "itembank-result-title", tabindex: -1 },
    element("span", { class: "itembank-outcome" }, words ?? strings.outcomes[state]),
    " ",
    element("span", { class: "itembank-score" }, fill(strings.score, { percent: percent(score) })),
  );
  const card = element(
    "div",
    { class: "itembank-result", "data-outcome": state },
    title,
    ...details,
    element("p", { class: "itembank-rule" }, element("strong", {}, `${policy}:`), " ", rule),
  );
  return { card, title };
}

/**
 * Gather what explains the answer: short with its figure, full, sources.
 * @param {import("./markup.js").Frame} frame
 * @param {number} level of its headings
 * @returns {HTMLElement}
 */
export function explanations({ short, explanation, sources }, level) {
  const title = (/** @type {string} */ text) =>
    heading(level, { class: "itembank-section-title" }, text);
  const section = element("div", { class: "itembank-explanations" });
  if (short) section.append(title(strings.shortExplanation), short);
  if (explanation) section.append(title(strings.explanation), explanation);
  if (sources) section.append(sources);
  return section;
}

/**
 * Return the score in whole percent; only a full score reads 100, only none reads 0.
 * @param {number} score
 */
export function percent(score) {
  if (score <= 0) return 0;
  return score >= 1 ? 100 : Math.min(99, Math.max(1, Math.round(score * 100)));
}
