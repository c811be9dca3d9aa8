/**
 * Time left. Two clocks are read, that of the day and that of the page, and the one that says more
 * has passed counts: a page that sleeps or is closed loses time, and setting the day's clock back
 * gains none.
 */

/** A difference between the clocks that is worth a word to the reader. */
const JUMP_MS = 60_000;

export class Clock {
  #left;
  #day;
  #page = performance.now();

  /** Whether the clock of the day has moved on by far more than this page has counted. */
  jumped = false;

  /**
   * @param {number} left ms
   * @param {number} seen when that was so, by the clock of the day
   */
  constructor(left, seen) {
    this.#day = Date.now();
    this.#left = left - Math.max(0, this.#day - seen);
  }

  /** Return the time that is left now, in ms, never below 0. */
  read() {
    const day = Date.now();
    const page = performance.now();
    const ofDay = day - this.#day;
    const ofPage = page - this.#page;
    if (ofDay - ofPage > JUMP_MS) this.jumped = true;
    this.#left -= Math.max(0, ofDay, ofPage);
    this.#day = day;
    this.#page = page;
    return Math.max(0, this.#left);
  }
}

/**
 * Print a time as `1:05:09` or `5:09`, rounded up to whole seconds.
 * @param {number} ms
 */
export function formatTime(ms) {
  const seconds = Math.ceil(ms / 1000);
  const two = (/** @type {number} */ value) => String(value % 60).padStart(2, "0");
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  return hours ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`;
}
