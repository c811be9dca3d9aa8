/** Small things that a page remembers besides the log. */

import { entryName, readEntry, writeEntry } from "./storage.js";

/** What storage does not take lasts as long as the page. @type {Map<string, string>} */
const remembered = new Map();

/**
 * Return the place of one small value, which is JSON data; every caller checks what it reads, since
 * anybody may have written it.
 * @param {string} part name of the place
 */
export function slot(part) {
  const name = entryName(part);
  return {
    /** Return the value, null when there is none or it cannot be read. @returns {any} */
    read() {
      try {
        return JSON.parse(remembered.get(name) ?? readEntry(name) ?? "null");
      } catch {
        return null;
      }
    },

    /**
     * @param {unknown} value
     * @returns {boolean} false if it lasts only as long as the page
     */
    write(value) {
      const text = JSON.stringify(value);
      const stored = writeEntry(name, text);
      if (stored) remembered.delete(name);
      else remembered.set(name, text);
      return stored;
    },

    clear() {
      remembered.delete(name);
      try {
        localStorage.removeItem(name);
      } catch {
        // Then nothing was stored.
      }
    },
  };
}
