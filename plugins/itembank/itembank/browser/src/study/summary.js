/** How a reader stands with groups of questions: topics, objectives, all. */

/** @typedef {import("../deck/bank.js").Entry} Entry */
/** @typedef {import("./standing.js").Standing} Standing */

/**
 * @typedef {object} Row
 * @property {string} name
 * @property {string} url of a page about it; "" if there is none
 * @property {number} of questions
 * @property {number} answered
 * @property {number} right at the last attempt
 * @property {number} first mean score of the first attempts; NaN if there is none
 * @property {number} last mean score of the last attempts; NaN if there is none
 * @property {number} due now
 */

/**
 * Return one row for each group, weakest first: by the last scores of what was answered. Groups of
 * which nothing was answered come last, in the order of the bank.
 * @param {Iterable<Entry>} entries
 * @param {ReadonlyMap<string, Standing>} standings
 * @param {number} now
 * @param {(entry: Entry) => readonly { name: string, url: string }[]} groupsOf those of a question
 * @returns {Row[]}
 */
export function summary(entries, standings, now, groupsOf) {
  /** @type {Map<string, { url: string, members: Standing[] }>} */
  const groups = new Map();
  for (const entry of entries) {
    const own = standings.get(entry.id);
    if (!own) continue;
    for (const { name, url } of groupsOf(entry)) {
      const group = groups.get(name) ?? { url, members: [] };
      groups.set(name, group);
      group.members.push(own);
    }
  }
  const rows = [...groups].map(([name, { url, members }]) => row(name, url, members, now));
  const rank = (/** @type {Row} */ { answered, last }) => (answered ? last : 2);
  return rows.sort((one, other) => rank(one) - rank(other) || other.due - one.due);
}

/**
 * @param {string} name
 * @param {string} url
 * @param {Standing[]} members
 * @param {number} now
 * @returns {Row}
 */
function row(name, url, members, now) {
  const answered = members.filter(({ state }) => state !== "open");
  return {
    name,
    url,
    of: members.length,
    answered: answered.length,
    right: answered.filter(({ state }) => state === "right").length,
    first: mean(answered.map(({ first }) => first)),
    last: mean(answered.map(({ last }) => last)),
    due: answered.filter(({ due }) => due <= now).length,
  };
}

/** @param {number[]} values */
function mean(values) {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
