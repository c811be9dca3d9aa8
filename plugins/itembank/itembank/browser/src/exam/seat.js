/**
 * Which of several tabs an exam runs in. The tab that has the seat says so again and again; one
 * that was killed falls silent, and its seat is free.
 */

import { slot } from "../state/slot.js";

const SILENT_MS = 4000;

export class Seat {
  #place;
  #tab = crypto.getRandomValues(new Uint32Array(2)).join("-");

  /** @param {string} exam */
  constructor(exam) {
    this.#place = slot(`exam-${exam}-tab`);
  }

  /** Whether this tab has the seat. */
  get mine() {
    return this.#place.read()?.tab === this.#tab;
  }

  /** Whether another tab has it and is alive. */
  get taken() {
    const value = this.#place.read();
    if (!value || value.tab === this.#tab) return false;
    // Whichever way a clock was set meanwhile: nobody is alive in the future either.
    return Math.abs(Date.now() - value.said) < SILENT_MS;
  }

  /** Take the seat, or say that this tab still has it. */
  take() {
    this.#place.write({ tab: this.#tab, said: Date.now() });
  }

  leave() {
    if (this.mine) this.#place.clear();
  }
}
