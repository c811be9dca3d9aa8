/** Statements that wait to be sent; what cannot be sent now is tried again later. */

import { slot } from "../state/slot.js";

/** @typedef {{ id: string }} Statement */

/** The oldest give way: a server that never answers must not fill the storage. */
const MOST = 200;
const AT_ONCE = 25;
const TIMEOUT_MS = 20_000;
/** Wait before the next try, doubled each time. */
const [FIRST_WAIT_MS, LAST_WAIT_MS] = [5_000, 600_000];

export class Queue {
  #place = slot("xapi");
  #address;
  #sending = false;
  #wait = FIRST_WAIT_MS;
  #timer = 0;

  /** @param {string} endpoint */
  constructor(endpoint) {
    this.#address = `${endpoint.replace(/\/+$/, "")}/statements`;
  }

  /** @param {Statement} statement */
  add(statement) {
    this.#place.write([...this.#waiting(), statement].slice(-MOST));
    this.send();
  }

  /** Send what waits, unless that is being done; nothing of this ever fails. */
  async send() {
    const batch = this.#waiting().slice(0, AT_ONCE);
    if (this.#sending || !batch.length) return;
    this.#sending = true;
    clearTimeout(this.#timer);
    const done = await this.#post(batch);
    this.#sending = false;
    if (done) {
      // Read anew: other tabs, and the reader, have added to it meanwhile.
      const sent = new Set(batch.map(({ id }) => id));
      this.#place.write(this.#waiting().filter(({ id }) => !sent.has(id)));
      this.#wait = FIRST_WAIT_MS;
      this.send();
    } else {
      this.#timer = setTimeout(() => this.send(), this.#wait);
      this.#wait = Math.min(2 * this.#wait, LAST_WAIT_MS);
    }
  }

  /**
   * Return whether these statements need not be sent again: the server has them, or will never
   * take them. It knows each by its id, so that one that is sent twice counts once.
   * @param {Statement[]} batch
   */
  async #post(batch) {
    try {
      const { ok, status } = await fetch(this.#address, {
        method: "POST",
        headers: { "Content-Type": "application/json", "X-Experience-API-Version": "1.0.3" },
        body: JSON.stringify(batch),
        credentials: "omit",
        referrerPolicy: "no-referrer",
        keepalive: true,
        signal: AbortSignal.timeout?.(TIMEOUT_MS),
      });
      return ok || status === 400 || status === 409 || status === 413;
    } catch {
      return false;
    }
  }

  /** @returns {Statement[]} */
  #waiting() {
    const found = this.#place.read();
    return Array.isArray(found) ? found.filter((entry) => typeof entry?.id === "string") : [];
  }
}
