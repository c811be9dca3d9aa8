/**
 * The log of attempts: one for each page, shared by all tabs of the site through one entry.
 *
 * Two tabs may write at once, and each writes the whole. So a tab never believes that what it wrote
 * is there: whenever the entry changes it puts back what it knows and misses.
 */

import { EMPTY, forgottenUntil, formatArchive, parseArchive, stamp, union } from "./archive.js";
import { entryName, readEntry, writeEntry } from "./storage.js";

/**
 * Why the log cannot be kept as it should: storage is blocked or full; what was stored could not be
 * read and is kept aside; or it comes from a newer version of the site and is left alone.
 * @typedef {"" | "blocked" | "full" | "corrupt" | "newer"} Trouble
 */

/** @typedef {import("./archive.js").Archive} Archive */
/** @typedef {import("./archive.js").Attempt} Attempt */
/** @typedef {import("./archive.js").Sitting} Sitting */

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

  /** Everything, for a file that the reader keeps. */
  get archive() {
    return this.#archive;
  }

  /**
   * Store an attempt and return it as it is stored: its time is moved on where the log has one of
   * that time already, or has forgotten that time.
   * @param {Attempt} attempt
   */
  add(attempt) {
    const entry = structuredClone(attempt);
    this.change((archive) => {
      entry.t = Math.max(entry.t, forgottenUntil(archive.forgotten, "", entry.item) + 1);
      while (archive.attempts.some(({ item, t }) => item === entry.item && t === entry.t)) {
        entry.t += 1;
      }
      return { attempts: [entry] };
    });
    return entry;
  }

  /**
   * Store a finished exam.
   * @param {Sitting} sitting
   */
  addSitting(sitting) {
    this.change(({ forgotten }) => {
      const t = Math.max(sitting.t, forgottenUntil(forgotten, "") + 1);
      return { sittings: [{ ...structuredClone(sitting), t }] };
    });
  }

  /**
   * Forget the attempts that pass `test`, in every tab.
   * @param {(attempt: Attempt) => boolean} test
   */
  forget(test) {
    this.change((archive) => {
      const kept = new Set(archive.attempts.filter((entry) => !test(entry)).map(({ item }) => item));
      const names = archive.attempts
        .filter(test)
        .map(({ item, t }) => (kept.has(item) ? `${item} ${t}` : item));
      return { forgotten: stamp(archive, names, 1) };
    });
  }

  /**
   * Add to the archive.
   * @param {(archive: Archive) => Partial<Archive>} newsFor is given the archive as it is now in all
   *   tabs, and returns what comes to it
   */
  change(newsFor) {
    this.#sync();
    this.#add({ ...EMPTY, ...newsFor(this.#archive) });
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
    } else if (typeof found === "string" || !found.whole) {
      this.trouble = "corrupt";
      this.#open = writeEntry(entryName(`kept-${Date.now()}`), text);
      this.#add(typeof found === "string" ? EMPTY : found);
    } else {
      this.#add(found);
    }
  }

  /** @param {Archive} news */
  #add(news) {
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
