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
    unchanged: "Change your answer, then submit.",
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
  allOrNothing: "All or nothing",
  exactSelection: "only the exact selection scores, everything else is 0 %.",
  retry: "Try again",
  confidence: {
    ask: "How sure are you? (optional)",
    guess: "Guessing",
    fairly: "Fairly sure",
    certain: "Certain",
  },
  record: {
    answered: "Last answered on {date}: score {percent} %.",
    changed: "This question has changed since you answered it on {date}.",
    forget: "Forget",
    sure: "Forget all your answers to this question?",
    forgotten: "Your answers are forgotten.",
  },
  trouble: {
    lost: "This browser cannot store your answers. They are lost when you leave the page.",
    aside: "Earlier answers in this browser cannot be read here. They are kept aside.",
  },
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
