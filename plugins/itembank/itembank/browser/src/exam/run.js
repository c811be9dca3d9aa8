/** A running exam, kept so that a page that is closed, reloaded or killed goes on where it was. */

import { slot } from "../state/slot.js";
import { parseCode } from "./draw.js";

/** @typedef {import("../kinds.js").Response} Response */

/**
 * @typedef {object} Run
 * @property {string} code names the paper
 * @property {string[]} questions ids, in the order in which they are asked
 * @property {number} started by the clock of the day, ms since 1970
 * @property {number} minutes allowed
 * @property {number} left ms
 * @property {number} seen when that much was left, by the clock of the day
 * @property {Record<string, Response>} responses by id
 * @property {string[]} flags ids
 * @property {number} place of the question on show, from 0
 * @property {boolean} quiet whether the time is hidden
 * @property {number} submitted when it was, ms since 1970; 0 while it runs
 */

/**
 * Return the place of the running exam.
 * @param {string} exam
 */
export function runOf(exam) {
  const place = slot(`exam-${exam}`);
  return {
    /** @returns {Run | null} null if none runs, or what is stored is none */
    read: () => readRun(place.read()),
    /** @param {Run} run */
    write: (run) => place.write(run),
    clear: () => place.clear(),
  };
}

/**
 * Return what anybody may have written as a run; null if it is none.
 * @param {any} value
 * @returns {Run | null}
 */
export function readRun(value) {
  const numbers = ["started", "minutes", "left", "seen", "place"];
  const good =
    value &&
    parseCode(value.code) &&
    isTexts(value.questions) &&
    value.questions.length &&
    numbers.every((name) => Number.isFinite(value[name])) &&
    isTexts(value.flags);
  if (!good) return null;
  const responses = Object.entries(value.responses ?? {}).filter(([, entry]) => isResponse(entry));
  const last = value.questions.length - 1;
  return {
    code: value.code,
    questions: [...new Set(/** @type {string[]} */ (value.questions))],
    started: value.started,
    minutes: value.minutes,
    left: Math.min(value.left, value.minutes * 60_000),
    seen: value.seen,
    responses: /** @type {Record<string, Response>} */ (Object.fromEntries(responses)),
    flags: value.flags,
    place: Math.min(Math.max(0, Math.floor(value.place)), last),
    quiet: value.quiet === true,
    submitted: Number.isFinite(value.submitted) ? value.submitted : 0,
  };
}

/** @param {unknown} value */
function isTexts(value) {
  return Array.isArray(value) && value.every((entry) => typeof entry === "string");
}

/** @param {any} value */
function isResponse(value) {
  return value && (typeof value.response === "string" || isTexts(value.response));
}
