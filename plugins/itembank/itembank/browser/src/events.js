/** What site owners can listen to. */

/** @typedef {"itembank:attempt" | "itembank:reveal" | "itembank:retry"} EventName */

/**
 * One line of the attempt log.
 * @typedef {object} Attempt
 * @property {string} item id of the question
 * @property {string} hash of what decides its grade; another hash is another question
 * @property {number} revision the author's
 * @property {string[]} response ids of the ticked options, in the author's order
 * @property {number} score 0 to 1
 * @property {import("./scoring.js").Policy} policy
 * @property {number} t milliseconds since 1970
 */

/**
 * Tell the page: `attempt` when a response was graded, `reveal` when the answer is on show,
 * `retry` when it was taken away again.
 * @param {EventTarget} target
 * @param {EventName} name
 * @param {Attempt} attempt
 */
export function announce(target, name, attempt) {
  const detail = { ...attempt, response: [...attempt.response] };
  target.dispatchEvent(new CustomEvent(name, { bubbles: true, detail }));
}
