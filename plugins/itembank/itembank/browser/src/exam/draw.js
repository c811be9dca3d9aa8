/**
 * Drawing papers. A seed stands for a whole series of papers: each domain's questions are shuffled,
 * and paper 0 takes the first of them, paper 1 the next, until all were asked; then they are
 * shuffled again. So a series repeats nothing before a domain's questions are used up, and seed and
 * number give the same paper to everybody who has the same questions.
 */

import { shuffled } from "../shuffle.js";

/**
 * @typedef {object} Code names a paper
 * @property {number} seed 32 bits
 * @property {number} number of the paper in its series, from 0
 * @property {string} pool mark of the questions that it was drawn from
 */

const CODE = /^([0-9a-z]{1,7})-(\d{1,3})-([0-9a-z]{1,7})$/;

/**
 * Read a code, which anybody may have written; null if it is none.
 * @param {unknown} text
 * @returns {Code | null}
 */
export function parseCode(text) {
  const [, seed, number, pool] = (typeof text === "string" && CODE.exec(text)) || [];
  if (!seed || parseInt(seed, 36) >= 2 ** 32) return null;
  return { seed: parseInt(seed, 36), number: Number(number), pool };
}

/** @param {Code} code */
export function formatCode({ seed, number, pool }) {
  return `${seed.toString(36)}-${number}-${pool}`;
}

/**
 * Return the mark of all questions that papers are drawn from: their ids, domains and keys.
 * @param {Map<string, readonly { id: string, hash: string }[]>} pools
 */
export function markOf(pools) {
  const names = [...pools].map(([domain, pool]) => [domain, pool.map(({ id, hash }) => [id, hash])]);
  return mixed(0, JSON.stringify(names)).toString(36);
}

/**
 * Return the ids of a paper in the order in which they are asked.
 * @param {Map<string, readonly { id: string }[]>} pools in an order that is always the same
 * @param {readonly { id: string, draw: number }[]} domains
 * @param {Code} code
 * @returns {string[]}
 */
export function drawPaper(pools, domains, { seed, number }) {
  const drawn = domains.flatMap(({ id, draw }) => {
    const ids = (pools.get(id) ?? []).map((entry) => entry.id);
    return slice(ids, Math.min(draw, ids.length), mixed(seed, id), number);
  });
  return shuffled(drawn, mixed(seed, `paper ${number}`));
}

/**
 * Return a 32-bit number that depends on a seed and a text (FNV-1a, begun at the seed).
 * @param {number} seed
 * @param {string} text
 */
export function mixed(seed, text) {
  let hash = seed ^ 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  }
  return hash >>> 0;
}

/**
 * Return the ids that paper `number` takes of one domain.
 * @param {string[]} ids
 * @param {number} count at most as many as there are
 * @param {number} seed
 * @param {number} number
 */
function slice(ids, count, seed, number) {
  /** @type {string[]} */
  let left = [];
  /** @type {string[]} */
  let taken = [];
  let round = 0;
  for (let paper = 0; paper <= number; paper += 1) {
    taken = left.splice(0, count);
    if (taken.length < count) {
      // What this paper has already of the round before is not asked twice.
      left = shuffled(ids, mixed(seed, `round ${round}`)).filter((id) => !taken.includes(id));
      round += 1;
      taken.push(...left.splice(0, count - taken.length));
    }
  }
  return taken;
}
