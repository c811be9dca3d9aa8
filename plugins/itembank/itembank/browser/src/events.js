/** What site owners can listen to. */

/** @typedef {"itembank:attempt" | "itembank:reveal" | "itembank:retry"} EventName */

/**
 * One line of the attempt log.
 * @typedef {object} Attempt
 * @property {string} item id of the question
 * @property {string} hash of what decides its grade; another hash is another question
 * @property {number} revision the author's
 * @property {string | string[]} response choice: ids of the ticked options, in the author's order;
 *   order: ids of the steps, in the reader's order; numeric: the text that was typed
 * @property {number} score 0 to 1
 * @property {string} policy
 * @property {number} [variant] numeric: which set of numbers was on show, from 0
 * @property {number} t milliseconds since 1970
 * @property {1 | 2 | 3} [confidence] how sure the reader was: guessing, fairly, certain
 * @property {number} [hints] how many hints were read before
 * @property {string} [exam] `EXAM:SEED` if it was given in a practice exam
 */

/**
 * Tell the page: `attempt` when a response was graded, `reveal` when the answer is on show,
 * `retry` when it was taken away again.
 * @param {EventTarget} target
 * @param {EventName} name
 * @param {Attempt} attempt
 */
export function announce(target, name, attempt) {
  const detail = structuredClone(attempt);
  target.dispatchEvent(new CustomEvent(name, { bubbles: true, detail }));
}
