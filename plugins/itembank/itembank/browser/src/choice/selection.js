/** How many options a reader may tick, and what to say when the number is wrong. */

/** @typedef {"all" | "one" | "exactly" | "up_to"} Rule */
/** @typedef {{ rule: Rule, count: number }} Select `count` is 0 for `all`, 1 for `one` */
/** @typedef {"blank" | "blankOne" | "exactly" | "upTo"} Problem name of a message */

/**
 * Read the value of `data-select`: `all`, `one`, `exactly:N` or `up_to:N`.
 * @param {string} text
 * @returns {Select}
 */
export function parseSelect(text) {
  const [, rule, digits] = /^(exactly|up_to):(\d+)$/.exec(text) ?? [];
  if (rule) return { rule: /** @type {Rule} */ (rule), count: Number(digits) };
  return text === "one" ? { rule: "one", count: 1 } : { rule: "all", count: 0 };
}

/**
 * Return the largest number of ticks allowed, null when there is no limit.
 * @param {Select} select
 * @returns {number | null}
 */
export function tickLimit({ rule, count }) {
  return rule === "all" ? null : count;
}

/**
 * Return what is wrong with the number of ticks, null when it can be graded.
 * @param {Select} select
 * @param {number} ticked
 * @returns {Problem | null}
 */
export function selectionProblem({ rule, count }, ticked) {
  if (rule === "exactly") return ticked === count ? null : "exactly";
  if (!ticked) return rule === "one" ? "blankOne" : "blank";
  return rule === "up_to" && ticked > count ? "upTo" : null;
}
