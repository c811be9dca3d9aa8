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

/** Making one takes far longer than using it. @type {Intl.DateTimeFormat | undefined} */
let format;

/**
 * Write a day as the page's language does.
 * @param {number} time
 */
export function dateWords(time) {
  const { lang } = document.documentElement;
  format ??= new Intl.DateTimeFormat(lang || [], { dateStyle: "medium" });
  return format.format(time);
}
