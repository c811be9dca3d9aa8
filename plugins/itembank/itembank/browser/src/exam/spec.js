/** What a paper is like, as the renderer wrote it, and the questions that it can be drawn from. */

/**
 * @typedef {object} Domain
 * @property {string} id
 * @property {string} title
 * @property {number} draw questions of it in a paper
 */

/**
 * @typedef {object} Spec
 * @property {string} id
 * @property {string} title
 * @property {string} key of the certification among the domains of a question
 * @property {number} minutes
 * @property {number} pass percent
 * @property {string} passNote
 * @property {Domain[]} domains
 */

/**
 * Return the questions of each domain, by their ids.
 * @param {Spec} spec
 * @param {import("../deck/bank.js").Bank} bank
 * @returns {Map<string, import("../deck/bank.js").Entry[]>}
 */
export function poolsOf({ key, domains }, { entries }) {
  /** @type {Map<string, import("../deck/bank.js").Entry[]>} */
  const pools = new Map(domains.map(({ id }) => [id, []]));
  for (const entry of entries.values()) pools.get(entry.domains.get(key) ?? "")?.push(entry);
  for (const pool of pools.values()) pool.sort((a, b) => (a.id < b.id ? -1 : 1));
  return pools;
}
