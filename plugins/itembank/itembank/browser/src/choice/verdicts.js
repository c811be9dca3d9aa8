/** What each option's tick, or its absence, was worth to the reader. */

/** @typedef {"hit" | "false-alarm" | "missed" | "correct-rejection"} Verdict */
/** @typedef {"correct" | "partial" | "incorrect"} Outcome */

/** Every verdict, in the order in which a tally lists them. @type {readonly Verdict[]} */
export const VERDICTS = ["hit", "missed", "false-alarm", "correct-rejection"];

/**
 * Return the verdict of every option.
 * @param {import("./scoring.js").Answer} answer
 * @param {ReadonlySet<string>} response
 * @returns {Map<string, Verdict>}
 */
export function verdicts({ options, key }, response) {
  return new Map(options.map((id) => [id, verdict(key.has(id), response.has(id))]));
}

/**
 * Count the options by verdict.
 * @param {Map<string, Verdict>} byOption
 * @returns {Record<Verdict, number>}
 */
export function tally(byOption) {
  const counts = { hit: 0, missed: 0, "false-alarm": 0, "correct-rejection": 0 };
  for (const state of byOption.values()) counts[state] += 1;
  return counts;
}

/**
 * Return the outcome in a word. It looks at the decisions, not at the score, so that a score of 0
 * under a strict policy is not read as "nothing was right".
 * @param {Record<Verdict, number>} counts
 * @returns {Outcome}
 */
export function outcome(counts) {
  if (!counts.missed && !counts["false-alarm"]) return "correct";
  return counts.hit ? "partial" : "incorrect";
}

/**
 * @param {boolean} correct
 * @param {boolean} ticked
 * @returns {Verdict}
 */
function verdict(correct, ticked) {
  if (correct) return ticked ? "hit" : "missed";
  return ticked ? "false-alarm" : "correct-rejection";
}
