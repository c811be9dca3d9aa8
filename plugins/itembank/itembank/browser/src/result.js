/** What the reader sees of a graded response beside the single verdicts. */

import { element, heading } from "./dom.js";
import { fill, strings } from "./strings.js";

/**
 * Build the score card: outcome and score, what the kind adds, how the response was scored.
 * @param {import("./kinds.js").Report} report
 * @param {number} score
 * @param {number} level of its heading
 * @returns {{ card: HTMLElement, title: HTMLElement }}
 */
export function scoreCard({ state, words, details, rule }, score, level) {
  const title = scoreTitle(words ?? strings.outcomes[state], score, level);
  const card = element(
    "div",
    { class: "itembank-result", "data-outcome": state },
    title,
    ...details,
    ...(rule ? [rule] : []),
  );
  return { card, title };
}

/**
 * Build the heading of a score card, which takes focus.
 * @param {string} words
 * @param {number} score
 * @param {number} level
 */
export function scoreTitle(words, score, level) {
  return heading(
    level,
    { class: "itembank-result-title", tabindex: -1 },
    element("span", { class: "itembank-outcome" }, words),
    " ",
    element("span", { class: "itembank-score" }, fill(strings.score, { percent: percent(score) })),
  );
}

/** Name of the policy of exams, whatever the questions' own are. */
export const STRICT = "all_or_nothing";

/**
 * Say that nothing but the right response scores.
 * @param {string} sentence what that means
 */
export function strictRule(sentence) {
  const name = element("strong", {}, `${strings.allOrNothing}:`);
  return element("p", { class: "itembank-rule" }, name, " ", sentence);
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
  if (short?.querySelector(".itembank-short-text")) section.append(title(strings.shortExplanation));
  if (short) section.append(short);
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
