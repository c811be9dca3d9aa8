/** What the reader sees of a graded response beside the single options. */

import { element, heading } from "./dom.js";
import { icon } from "./icons.js";
import { fill, strings } from "./strings.js";
import { VERDICTS, outcome } from "./verdicts.js";

/**
 * Build the score card: outcome and score, the decisions counted, the policy and its rule.
 * @param {import("./markup.js").Question} question
 * @param {import("./events.js").Attempt} attempt
 * @param {Record<import("./verdicts.js").Verdict, number>} counts
 * @param {number} level of its heading
 * @returns {{ card: HTMLElement, title: HTMLElement }}
 */
export function scoreCard({ select, answer }, { score, policy }, counts, level) {
  const state = outcome(counts);
  const title = heading(
    level,
    { class: "itembank-result-title", tabindex: -1 },
    element("span", { class: "itembank-outcome" }, strings.outcomes[state]),
    " ",
    element("span", { class: "itembank-score" }, fill(strings.score, { percent: percent(score) })),
  );
  const card = element("div", { class: "itembank-result", "data-outcome": state }, title);
  if (select.rule !== "one") card.append(tallyList(counts));
  const capped = policy === "net_correct" && answer.cap !== null;
  card.append(
    element(
      "p",
      { class: "itembank-rule" },
      element("strong", {}, `${strings.policies[policy]}:`),
      " ",
      strings.rules[capped ? "net_correct_capped" : policy],
    ),
  );
  return { card, title };
}

/**
 * Gather what explains the answer: short with its figure, full, sources.
 * @param {import("./markup.js").Question} question
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

/** @param {Record<import("./verdicts.js").Verdict, number>} counts */
function tallyList(counts) {
  // Not `ul`: themes style it with more weight than a component's own sheet has.
  const list = element("div", { class: "itembank-tally", role: "list" });
  for (const state of VERDICTS) {
    const text = `${counts[state]} ${strings.tally[state]}`;
    list.append(element("div", { role: "listitem", "data-state": state }, icon(state), text));
  }
  return list;
}
