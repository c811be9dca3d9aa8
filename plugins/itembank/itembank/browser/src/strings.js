/**
 * Every word the browser code shows, in English. All of it is here, and none of it builds a
 * sentence from parts or counts, so that another language replaces each as a whole (see `translate.js`).
 */

import { translate } from "./translate.js";

export const strings = translate({
  messages: {
    blank: "Tick at least one option, then submit.",
    blankOne: "Choose an option, then submit.",
    exactly: "Tick exactly {count}. Ticked so far: {ticked}.",
    upTo: "Tick at most {count}. Ticked so far: {ticked}.",
  },
  verdicts: {
    hit: "Correct, you ticked it",
    missed: "Missed",
    "false-alarm": "Wrongly ticked",
    "correct-rejection": "Correctly left",
  },
  tally: {
    hit: "correctly ticked",
    missed: "missed",
    "false-alarm": "wrongly ticked",
    "correct-rejection": "correctly left",
  },
  outcomes: {
    correct: "Correct",
    partial: "Partly correct",
    incorrect: "Not correct",
  },
  score: "Score {percent} %",
  policies: {
    all_or_nothing: "All or nothing",
    net_correct: "Net correct",
    each_answer: "Each answer",
    coverage: "Coverage",
    weights: "Weighted options",
  },
  rules: {
    all_or_nothing: "only the exact selection scores, everything else is 0 %.",
    net_correct:
      "correct ticks minus wrong ticks, divided by the number of correct options, never below 0 %.",
    net_correct_capped:
      "correct ticks divided by the number of correct options; ticks are limited, so none are deducted.",
    each_answer: "the share of options decided right, whether ticked or left.",
    coverage:
      "the share of correct options ticked, times the share of ticks that are correct.",
    weights: "each tick adds its own weight, kept between 0 % and 100 %.",
  },
  retry: "Try again",
  shortExplanation: "In short",
  explanation: "Full explanation",
});

/**
 * Fill `{name}` places.
 * @param {string} template
 * @param {Record<string, string | number>} values
 */
export function fill(template, values) {
  return template.replace(/\{(\w+)\}/g, (place, name) => String(values[name] ?? place));
}
