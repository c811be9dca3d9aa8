/**
 * Grading a number: right, a slip that we know, or wrong. Equals the Python reference,
 * `itembank.grade.grade_numeric`, on every response.
 */

import { readNumber } from "./read-number.js";

/** Of the tolerance: a response at its very edge must not fail by binary fractions. */
const SLACK = 1e-9;

/**
 * `value` is the response in the unit that is asked for, `slip` the number of the slip it matches.
 * @typedef {{ verdict: "unreadable" | "blank" }} Unreadable
 * @typedef {{ verdict: "unknown-unit", unit: string }} UnknownUnit
 * @typedef {{ verdict: "correct" | "slip" | "wrong", value: number, slip: number }} Graded
 * @typedef {Unreadable | UnknownUnit | Graded} Result
 */

/**
 * Grade `response` against `answer`, both in the unit that is asked for.
 * @param {string} response
 * @param {number} answer
 * @param {readonly number[]} slips
 * @param {ReadonlyMap<string, number>} units size of each accepted spelling; no unit means 1
 * @param {number} tolerance relative
 * @returns {Result}
 */
export function gradeNumeric(response, answer, slips, units, tolerance) {
  const read = readNumber(response);
  if (!read) return { verdict: "unreadable" };
  const size = read.unit === "" ? 1 : sizeOf(read.unit, units);
  if (size === undefined) return { verdict: "unknown-unit", unit: read.unit };
  const value = read.number * size;
  if (!Number.isFinite(value)) return { verdict: "unreadable" };
  const close = (/** @type {number} */ target) =>
    Math.abs(value - target) <= tolerance * (1 + SLACK) * Math.abs(target);
  if (close(answer)) return { verdict: "correct", value, slip: -1 };
  const slip = slips.findIndex(close);
  return { verdict: slip < 0 ? "wrong" : "slip", value, slip };
}

/**
 * Return the size of `unit`, whatever its spaces, and whatever its case where that is safe: `Kw` is
 * `kW`, but `gb/s` says neither bits nor bytes, and a first `m` is never an `M`.
 * @param {string} unit
 * @param {ReadonlyMap<string, number>} units
 */
function sizeOf(unit, units) {
  const spelling = unit.replaceAll(" per ", "/").replaceAll(" ", "");
  const exact = units.get(unit) ?? units.get(spelling);
  if (exact !== undefined) return exact;
  const sizes = new Set(
    [...units].filter(([known]) => folded(known) === folded(spelling)).map(([, size]) => size),
  );
  return sizes.size === 1 ? [...sizes][0] : undefined;
}

/** @param {string} unit */
function folded(unit) {
  return /^m/i.test(unit) ? unit[0] + unit.slice(1).toLowerCase() : unit.toLowerCase();
}
