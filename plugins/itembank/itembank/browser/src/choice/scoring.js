/**
 * Scoring policies for selections, as pure functions on sets of option ids. They equal the Python
 * reference, `itembank.grade.score`, on every response.
 *
 * Notation of the assessment literature: a selection hits `t` of `k` keys, adds `f` false alarms
 * and misses `m` keys; the item has `n` options. Scores lie between 0 and 1.
 */

/** @typedef {"all_or_nothing" | "net_correct" | "each_answer" | "coverage" | "weights"} Policy */

/**
 * What a selection is scored against.
 * @typedef {object} Answer
 * @property {readonly string[]} options ids of all options, in the author's order
 * @property {ReadonlySet<string>} key ids of the correct options
 * @property {number | null} cap largest number of ticks allowed, null when there is no limit
 * @property {ReadonlyMap<string, number>} weights worth of each ticked option (policy `weights`)
 */

/**
 * Return the score of `response`.
 *
 * - `all_or_nothing`: 1 if the response is the key, else 0.
 * - `net_correct`: max(0, t - f) / k; t / k where ticks are capped, because there a wrong tick
 *   already costs a right one (NCSBN's rule for "select N" items).
 * - `each_answer`: 1 - (f + m) / n, every option decided right counts (PrairieLearn's EDC).
 * - `coverage`: t / k * t / |response| (PrairieLearn's COV).
 * - `weights`: the ticked options' weights, kept between 0 and 1.
 *
 * @param {Policy} policy
 * @param {Answer} answer
 * @param {ReadonlySet<string>} response ids of the ticked options
 * @returns {number}
 * @throws {RangeError} for a blank response, an empty key, an id that the item does not have or
 *   an unknown policy: those are messages to the reader or the author, never a grade
 */
export function score(policy, answer, response) {
  const { options, key, cap, weights } = answer;
  if (!response.size) throw new RangeError("blank response");
  if (!key.size) throw new RangeError("no key");
  for (const id of [...response, ...key]) {
    if (!options.includes(id)) throw new RangeError(`unknown option ${id}`);
  }

  const ticked = [...response];
  const hits = ticked.filter((id) => key.has(id)).length;
  const falseAlarms = ticked.length - hits;
  const misses = key.size - hits;
  switch (policy) {
    case "all_or_nothing":
      return falseAlarms + misses === 0 ? 1 : 0;
    case "net_correct":
      return Math.max(0, hits - (cap === null ? falseAlarms : 0)) / key.size;
    case "each_answer":
      return 1 - (falseAlarms + misses) / options.length;
    case "coverage":
      return (hits * hits) / (key.size * ticked.length);
    case "weights":
      return clamp(ticked.reduce((sum, id) => sum + (weights.get(id) ?? 0), 0));
    default:
      throw new RangeError(`unknown policy ${policy}`);
  }
}

/** @param {number} value */
function clamp(value) {
  // Rounded first: decimal weights that add up to 1 must not end at 0.9999999999999999.
  return Math.min(1, Math.max(0, Number(value.toFixed(9))));
}
