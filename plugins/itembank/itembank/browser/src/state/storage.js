/** The browser's storage, which may be blocked, full, or shared with other sites of the origin. */

import { settings } from "../settings.js";

/**
 * Return the name of an entry of this site.
 * @param {string} [part] what of the site; nothing for the log
 */
export function entryName(part) {
  return `itembank:${settings.key}${part ? `:${part}` : ""}`;
}

/**
 * Read an entry; null when there is none.
 * @param {string} name
 * @throws {unknown} when storage is blocked
 */
export function readEntry(name) {
  return localStorage.getItem(name);
}

/**
 * Write an entry and tell whether that worked.
 * @param {string} name
 * @param {string} text
 */
export function writeEntry(name, text) {
  try {
    localStorage.setItem(name, text);
    return true;
  } catch {
    return false;
  }
}
