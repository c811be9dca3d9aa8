/** Scoring a sequence. Equals the Python reference, `itembank.grade.score_order`. */

/** @typedef {"pairs" | "all_or_nothing"} OrderPolicy */

/**
 * Tell whether there is a policy of that name.
 * @param {string | undefined} name
 * @returns {name is OrderPolicy}
 */
export function isOrderPolicy(name) {
  return name === "pairs" || name === "all_or_nothing";
}

/**
 * Count the pairs of steps that stand in the right order.
 * @param {readonly string[]} key step ids in the right order
 * @param {readonly string[]} response the same ids in the reader's order
 * @returns {{ right: number, all: number }}
 */
export function countPairs(key, response) {
  const place = new Map(response.map((id, index) => [id, index]));
  let right = 0;
  let all = 0;
  key.forEach((after, index) => {
    for (const before of key.slice(0, index)) {
      all += 1;
      if (Number(place.get(before)) < Number(place.get(after))) right += 1;
    }
  });
  return { right, all };
}

/**
 * Return the score of `response`.
 *
 * - `all_or_nothing`: 1 if every step stands in its place.
 * - `pairs`: pairs in the right order less pairs in the wrong one, as a share of all pairs, never
 *   below 0 (Kendall's tau, floored); a random order earns little.
 *
 * @param {OrderPolicy} policy
 * @param {readonly string[]} key
 * @param {readonly string[]} response
 * @returns {number}
 * @throws {RangeError} when the response is no permutation of the key, or the policy unknown
 */
export function scoreOrder(policy, key, response) {
  const ids = new Set(key);
  const same = key.length === response.length && response.every((id) => ids.delete(id));
  if (!same || ids.size) throw new RangeError("the response must hold every step once");
  const { right, all } = countPairs(key, response);
  if (policy === "all_or_nothing") return right === all ? 1 : 0;
  if (policy !== "pairs") throw new RangeError(`unknown scoring policy: ${policy}`);
  return Math.max(0, 2 * right - all) / all;
}
