/** The verdict under a number, the answer, and the slips that people make. */

import { element } from "../dom.js";
import { icon } from "../icons.js";
import { part } from "../markup.js";
import { fill } from "../strings.js";
import { numericStrings } from "./strings.js";

/**
 * @param {{ row: HTMLElement, input: HTMLInputElement, right: Element, slips: Element[] }} parts
 * @param {import("./grading.js").Result} result
 * @param {string} unit
 */
export function showNumber({ row, input, right, slips }, result, unit) {
  const id = `${input.id}_verdict`;
  const state = result.verdict === "correct" ? "hit" : "false-alarm";
  const { value, slip } = "value" in result ? result : { value: NaN, slip: -1 };
  const words = fill(numericStrings.verdicts[result.verdict], { value: printed(value, unit) });
  const feedback = element(
    "div",
    { class: "itembank-feedback" },
    element("p", { class: "itembank-verdict", id }, icon(state), words),
  );
  if (slip >= 0) feedback.append(list([slips[slip]]));
  feedback.append(right);
  const others = slips.filter((_, index) => index !== slip);
  if (others.length) {
    const summary = element("summary", {}, numericStrings.otherSlips);
    feedback.append(element("details", { class: "itembank-data" }, summary, list(others)));
  }
  row.dataset.state = state;
  row.append(feedback);
  input.setAttribute("aria-describedby", id);
  // Not `disabled`: the reader can still come back to it and hear the verdict.
  input.readOnly = true;
}

/**
 * @param {HTMLElement} row
 * @param {HTMLInputElement} input
 */
export function clearNumber(row, input) {
  delete row.dataset.state;
  part(row, "feedback")?.remove();
  input.removeAttribute("aria-describedby");
  input.readOnly = false;
}

/**
 * Print a value so that nothing is left open about how it was read: no thousands separator.
 * @param {number} value
 * @param {string} unit
 */
function printed(value, unit) {
  const number = String(Number(value.toPrecision(9))).replace("-", "−");
  return unit === "x" ? `${number}×` : `${number}\u00a0${unit}`;
}

/** @param {Element[]} entries */
function list(entries) {
  return element("ul", { class: "itembank-slips" }, ...entries);
}
