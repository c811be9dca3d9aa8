/**
 * When a question is due again: simple steps of days. What helps memory is that there is time
 * between two recalls; how exactly the steps grow hardly matters.
 */

/** @typedef {import("../events.js").Attempt} Attempt */

/** Days after an answer, one for each step. */
const DAYS = [1, 3, 7, 14, 30];

/**
 * Return when a question is due, milliseconds since 1970: at the start of a day, for nobody learns
 * at the same minute each day. A wrong answer leads to the first step. A right one leads a step on,
 * unless it was given before it was due: an answer that was just read is no recall.
 * @param {readonly Attempt[]} attempts at the question as it is now, oldest first; not none
 * @param {number} now
 */
export function dueAt(attempts, now) {
  let step = -1;
  let due = 0;
  for (const { t, score } of attempts) {
    // Given by a clock that was wrong: then nothing is known of the time between.
    if (t > now) return now;
    if (score < 1) step = 0;
    else if (t < due) continue;
    else step = Math.min(step + 1, DAYS.length - 1);
    due = daysAfter(t, DAYS[step]);
  }
  return due;
}

/**
 * Return the start of the day that is `days` after the day of `time`, where the reader is.
 * @param {number} time
 * @param {number} days
 */
function daysAfter(time, days) {
  const date = new Date(time);
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() + days).getTime();
}
