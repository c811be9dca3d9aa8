/**
 * The log of attempts: one for each page, shared by all tabs of the site through one entry.
 *
 * Two tabs may write at once, and each writes the whole. So a tab never believes that what it wrote
 * is there: whenever the entry changes it puts back what it knows and misses.
 */

import {
  append,
  EMPTY,
  forgottenUntil,
  formatArchive,
  parseArchive,
  stamp,
  union,
} from "./archive.js";
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

  /** Everything that is known here. */
  archive = EMPTY;

  /** The archive that the entry holds, as far as this page knows. */
  #stored = EMPTY;

  /** What the entry held when it was last read or written. @type {string | null} */
  #text = null;

  #name = entryName();

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
    return this.archive.attempts;
  }

  /** Every finished exam, oldest first. @returns {readonly Sitting[]} */
  get sittings() {
    return this.archive.sittings;
  }

  /**
   * Store an attempt and return it as it is stored: its time is moved on where the log has one of
   * that time already, or has forgotten that time.
   * @param {Attempt} attempt
   */
  add(attempt) {
    this.#sync();
    const { attempts, forgotten } = this.archive;
    const entry = structuredClone(attempt);
    entry.t = Math.max(entry.t, forgottenUntil(forgotten, "", entry.item) + 1);
    while (attempts.some(({ item, t }) => item === entry.item && t === entry.t)) entry.t += 1;
    const isLast = entry.t >= (attempts.at(-1)?.t ?? 0);
    if (isLast && this.#text && this.#stored === this.archive) {
      this.#keep({ ...this.archive, attempts: [...attempts, entry] }, append(this.#text, entry));
    } else {
      this.#add({ ...EMPTY, attempts: [entry] });
    }
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
    this.#add({ ...EMPTY, ...newsFor(this.archive) });
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
      this.archive = EMPTY;
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
      // What cannot be kept aside must not be overwritten.
      const kept = writeEntry(entryName(`kept-${Date.now()}`), text);
      this.trouble = kept ? "corrupt" : "blocked";
      this.#add(typeof found === "string" ? EMPTY : found);
    } else if (this.archive === EMPTY && formatArchive(found) === text) {
      this.#stored = found;
      this.archive = found;
      this.#tell();
    } else {
      this.#add(found);
    }
  }

  /** @param {Archive} news */
  #add(news) {
    const archive = union(this.archive, news);
    this.#keep(archive, formatArchive(archive));
  }

  /**
   * @param {Archive} archive
   * @param {string} text the same as text
   */
  #keep(archive, text) {
    this.archive = archive;
    if (text !== this.#text && this.trouble !== "blocked") {
      if (!writeEntry(this.#name, text)) this.trouble = "full";
      else {
        this.#text = text;
        if (this.trouble === "full") this.trouble = "";
      }
    }
    if (text === this.#text) this.#stored = archive;
    this.#tell();
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
