/**
 * The log of attempts: one for each page, shared by all tabs of the site through one entry.
 *
 * Two tabs may write at once, and each writes the whole. So a tab never believes that what it wrote
 * is there: whenever the entry changes it puts back what it knows and misses.
 */

import { EMPTY, forgottenUntil, formatArchive, parseArchive, union } from "./archive.js";
import { readAttempt, readSitting } from "./records.js";
import { entryName, readEntry, writeEntry } from "./storage.js";

/**
 * Why the log cannot be kept as it should: storage is blocked or full; what was stored could not be
 * read and is kept aside; or it comes from a newer version of the site and is left alone.
 * @typedef {"" | "blocked" | "full" | "corrupt" | "newer"} Trouble
 */

/** @typedef {import("./records.js").Attempt} Attempt */
/** @typedef {import("./records.js").Sitting} Sitting */

class Log {
  /** @type {Trouble} */
  trouble = "";

  #archive = EMPTY;

  /** What the entry held when it was last read or written. @type {string | null} */
  #text = null;

  #name = entryName();

  /** False where what cannot be read could not be kept aside: then it must not be overwritten. */
  #open = true;

  /** @type {Set<() => void>} */
  #listeners = new Set();

  constructor() {
    this.#sync();
    addEventListener("storage", ({ key }) => {
      if (key === null || key === this.#name) this.#sync();
    });
    // A page that comes back from the browser's cache has heard nothing meanwhile.
    addEventListener("pageshow", ({ persisted }) => persisted && this.#sync());
  }

  /** Every attempt, oldest first. @returns {readonly Attempt[]} */
  get attempts() {
    return this.#archive.attempts;
  }

  /** Every finished exam, oldest first. @returns {readonly Sitting[]} */
  get sittings() {
    return this.#archive.sittings;
  }

  /**
   * Store an attempt and return it as it is stored: its time is moved on where the log has one of
   * that time already, or has forgotten that time.
   * @param {Attempt} attempt
   * @throws {TypeError} if it is none
   */
  add(attempt) {
    const entry = readAttempt(attempt);
    if (!entry) throw new TypeError("not an attempt");
    this.#sync();
    const { item } = entry;
    entry.t = Math.max(entry.t, forgottenUntil(this.#archive.forgotten, "", item) + 1);
    while (this.attempts.some((known) => known.item === item && known.t === entry.t)) entry.t += 1;
    this.#change({ ...EMPTY, attempts: [entry] });
    return entry;
  }

  /**
   * Store a finished exam.
   * @param {Sitting} sitting
   * @throws {TypeError} if it is none
   */
  addSitting(sitting) {
    const entry = readSitting(sitting);
    if (!entry) throw new TypeError("not a sitting");
    this.#sync();
    entry.t = Math.max(entry.t, forgottenUntil(this.#archive.forgotten, "") + 1);
    this.#change({ ...EMPTY, sittings: [entry] });
    return entry;
  }

  /**
   * Forget the attempts that pass `test`, in every tab.
   * @param {(attempt: Attempt) => boolean} test
   */
  forget(test) {
    this.#sync();
    const kept = new Set(this.attempts.filter((entry) => !test(entry)).map(({ item }) => item));
    const names = this.attempts
      .filter(test)
      .map(({ item, t }) => (kept.has(item) ? `${item} ${t}` : item));
    this.#change({ ...EMPTY, forgotten: this.#stamp(names, 1) });
  }

  /** Forget every attempt and every exam, in every tab. */
  forgetAll() {
    this.#sync();
    this.#change({ ...EMPTY, forgotten: this.#stamp([""], 1) });
  }

  /** Return everything as text, for a file that `merge` takes. */
  toJSON() {
    return formatArchive(this.#archive);
  }

  /**
   * Add what is in the text of a file, of whatever origin.
   * @param {string} text
   * @returns {{ added: number, known: number, refused: string[] }} how many records were new and
   *   how many were not, and what could not be read
   */
  merge(text) {
    const found = parseArchive(text);
    if (typeof found === "string") return { added: 0, known: 0, refused: [found] };
    const { attempts, sittings, refused } = found;
    this.#sync();
    const before = this.#count();
    const { forgotten } = this.#archive;
    // What was forgotten is wanted again.
    const names = ["", ...attempts.flatMap(({ item, t }) => [item, `${item} ${t}`])];
    const back = this.#stamp(
      names.filter((name) => forgotten.has(name)),
      -1,
    );
    this.#change({ attempts, sittings, forgotten: back });
    const added = this.#count() - before;
    return { added, known: attempts.length + sittings.length - added, refused };
  }

  /**
   * Call `listener` after each change, whether it comes from this tab or from another.
   * @param {() => void} listener
   * @returns {() => void} stops it
   */
  listen(listener) {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #count() {
    return this.attempts.length + this.sittings.length;
  }

  /**
   * Return when each of `names` is forgotten, or kept after all: now, or after what the log has,
   * whatever the clock says.
   * @param {string[]} names
   * @param {1 | -1} sign
   */
  #stamp(names, sign) {
    const { attempts, sittings, forgotten } = this.#archive;
    const last = Math.max(Date.now(), attempts.at(-1)?.t ?? 0, sittings.at(-1)?.t ?? 0);
    return new Map(
      names.map((name) => [name, sign * Math.max(last, Math.abs(forgotten.get(name) ?? 0) + 1)]),
    );
  }

  /** Read what other tabs wrote, and put back what is missing there. */
  #sync() {
    let text;
    try {
      text = readEntry(this.#name);
    } catch {
      this.trouble = "blocked";
      return;
    }
    if (text === this.#text) return;
    this.#text = text;
    if (text === null) {
      // Somebody emptied the storage: it stays empty.
      this.#archive = EMPTY;
      this.#tell();
      return;
    }
    const found = parseArchive(text);
    if (found === "newer" && this.trouble !== "newer") {
      // Apart from it, so that the newer version finds its own as it was.
      this.trouble = "newer";
      this.#name = entryName("1");
      this.#text = null;
      this.#sync();
    } else if (typeof found === "string" || found.refused.length) {
      this.trouble = "corrupt";
      this.#open = writeEntry(entryName(`kept-${Date.now()}`), text);
      this.#change(typeof found === "string" ? EMPTY : found);
    } else {
      this.#change(found);
    }
  }

  /** @param {import("./archive.js").Archive} news */
  #change(news) {
    this.#archive = union(this.#archive, news);
    const text = formatArchive(this.#archive);
    if (text !== this.#text) this.#write(text);
    this.#tell();
  }

  /** @param {string} text */
  #write(text) {
    if (this.trouble === "blocked" || !this.#open) return;
    if (writeEntry(this.#name, text)) {
      this.#text = text;
      if (this.trouble === "full") this.trouble = "";
    } else {
      this.trouble = "full";
    }
  }

  #tell() {
    for (const listener of this.#listeners) listener();
  }
}

/** @type {Log | undefined} */
let opened;

/** Return the log of this page. */
export function openLog() {
  opened ??= new Log();
  return opened;
}

/**
 * Return the attempts at a question as it is now: those at an earlier key do not count.
 * @param {readonly Attempt[]} attempts
 * @param {string} item
 * @param {string} hash of the question on the page
 */
export function current(attempts, item, hash) {
  return attempts.filter((attempt) => attempt.item === item && attempt.hash === hash);
}
