/** What pages of study say before anything else. */

import { notice } from "../controls.js";
import { openLog } from "../state/log.js";
import { studyStrings } from "./strings.js";

/**
 * Return a notice if progress cannot be kept as it should be, else nothing.
 * @returns {HTMLElement[]}
 */
export function troubleNotices() {
  const { trouble } = openLog();
  return trouble ? [notice(studyStrings.trouble[trouble])] : [];
}

/**
 * Write a moment as the page's language does.
 * @param {number} time
 * @param {Intl.DateTimeFormatOptions} [format]
 */
export function dateWords(time, format = { dateStyle: "medium" }) {
  return new Date(time).toLocaleString(document.documentElement.lang || [], format);
}
