/** Numeric: a quantity to work out, typed with or without its unit. */

import { part } from "../markup.js";
import { fill } from "../strings.js";
import { clearNumber, showNumber } from "./feedback.js";
import { gradeNumeric } from "./grading.js";
import { unified } from "./read-number.js";
import { numericStrings } from "./strings.js";
import { offerVariants } from "./variants.js";
import { someSpellings } from "./spellings.js";

/** @type {import("./grading.js").Result} */
const BLANK = { verdict: "blank" };

/** @type {import("../kinds.js").Kind} */
export function readNumeric(frame) {
  const { host, rows, solution } = frame;
  const row = part(rows, "number");
  const input = rows.querySelector("input");
  const right = part(solution, "solution");
  const answers = answersOf(right);
  if (!row || !input || !right || !answers.length) return null;

  const slips = [...solution.querySelectorAll("li")].filter((entry) => entry.dataset.slip);
  const { unit = "", units = "{}", tolerance } = host.dataset;
  const sizes = new Map(Object.entries(/** @type {Record<string, number>} */ (JSON.parse(units))));
  const share = Number(tolerance ?? 0);
  const variants = offerVariants(frame, () => (input.value = ""));
  const graded = (/** @type {string} */ text) =>
    gradeNumeric(
      text,
      answers[variants.shown()],
      slips.map((slip) => answersOf(slip)[variants.shown()]),
      sizes,
      share,
    );

  return {
    field: () => input,

    problem() {
      if (!unified(input.value)) return numericStrings.blank;
      const result = graded(input.value);
      const units = someSpellings(unit, sizes);
      if (result.verdict === "unreadable") {
        const examples = ["1234.5", "1.5e3", `35 ${units[0] ?? ""}`.trim()].join(", ");
        return fill(numericStrings.unreadable, { examples });
      }
      if (result.verdict !== "unknown-unit") return "";
      return fill(numericStrings.unknownUnit, { unit: result.unit, units: units.join(", ") });
    },

    response() {
      return unified(input.value) ? { response: input.value, variant: variants.shown() } : null;
    },

    restore({ response, variant = 0 }) {
      variants.show(variant);
      input.value = String(response);
    },

    grade() {
      const response = input.value;
      const score = graded(response).verdict === "correct" ? 1 : 0;
      return { response, score, policy: "tolerance", variant: variants.shown() };
    },

    show({ response }) {
      const result = unified(String(response)) ? graded(String(response)) : BLANK;
      const { verdict } = result;
      showNumber({ row, input, right, slips }, result, unit);
      return {
        state: verdict === "correct" ? "correct" : "incorrect",
        ...(verdict === "slip" ? { words: numericStrings.knownSlip } : {}),
        details: [],
        rule: frame.rule,
      };
    },

    clear: () => clearNumber(row, input),
  };
}

/**
 * Return the values of an answer or a slip, one for each set of numbers.
 * @param {HTMLElement | null} place
 * @returns {number[]}
 */
function answersOf(place) {
  return JSON.parse(place?.dataset.answers ?? "[]");
}
