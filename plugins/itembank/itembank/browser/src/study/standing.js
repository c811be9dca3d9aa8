/** How a reader stands with each question, from the log of attempts. */

import { dueAt } from "./schedule.js";

/** @typedef {import("../events.js").Attempt} Attempt */

/** @typedef {"right" | "partly" | "wrong" | "open"} State at the last attempt; `open`: not yet */

/**
 * @typedef {object} Standing
 * @property {State} state
 * @property {boolean} changed answered, but the question was another then
 * @property {number} first score of the first attempt; 0 while open
 * @property {number} last score of the last attempt; 0 while open
 * @property {number} t time of the last attempt; 0 while open
 * @property {number} due from when it is due again; Infinity while open
 * @property {boolean} mistaken not right at the last attempt, though the reader was certain
 */

/** @type {Standing} */
const OPEN = {
  state: "open",
  changed: false,
  first: 0,
  last: 0,
  t: 0,
  due: Infinity,
  mistaken: false,
};

/**
 * Return the standing of every question, by id. Attempts at an earlier key do not count.
 * @param {Iterable<{ id: string, hash: string }>} questions
 * @param {readonly Attempt[]} attempts oldest first
 * @param {number} now
 * @returns {Map<string, Standing>}
 */
export function standings(questions, attempts, now) {
  /** @type {Map<string, Attempt[]>} */
  const byItem = new Map();
  for (const attempt of attempts) {
    const own = byItem.get(attempt.item);
    if (own) own.push(attempt);
    else byItem.set(attempt.item, [attempt]);
  }
  return new Map(
    [...questions].map(({ id, hash }) => {
      const all = byItem.get(id) ?? [];
      return [id, standing(all.filter((attempt) => attempt.hash === hash), all.length > 0, now)];
    }),
  );
}

/**
 * @param {Attempt[]} attempts at the question as it is now
 * @param {boolean} answered as it is now, or as it was
 * @param {number} now
 * @returns {Standing}
 */
function standing(attempts, answered, now) {
  const last = attempts.at(-1);
  if (!last) return { ...OPEN, changed: answered };
  return {
    state: last.score >= 1 ? "right" : last.score > 0 ? "partly" : "wrong",
    changed: false,
    first: attempts[0].score,
    last: last.score,
    t: last.t,
    due: dueAt(attempts, now),
    mistaken: last.score < 1 && last.confidence === 3,
  };
}
