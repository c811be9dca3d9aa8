/** The verdict and rationale under a step, and the right order after them. */

import { element, heading } from "../dom.js";
import { icon } from "../icons.js";
import { part } from "../markup.js";
import { fill } from "../strings.js";
import { orderStrings } from "./strings.js";

/**
 * @param {import("./steps.js").Step} step
 * @param {number} place where it belongs, from 1
 * @param {boolean} inPlace
 */
export function showPlace({ row, rationale }, place, inPlace) {
  const state = inPlace ? "hit" : "false-alarm";
  const words = inPlace ? orderStrings.inPlace : fill(orderStrings.elsewhere, { place });
  row.dataset.state = state;
  row.append(
    element(
      "div",
      { class: "itembank-feedback" },
      element("p", { class: "itembank-verdict" }, icon(state), words),
      ...(rationale ? [rationale] : []),
    ),
  );
}

/** @param {import("./steps.js").Step} step */
export function clearPlace({ row }) {
  delete row.dataset.state;
  part(row, "feedback")?.remove();
}

/**
 * Build the list of steps as they belong.
 * @param {import("./steps.js").Step[]} steps in the right order
 * @param {number} level of its heading
 */
export function rightOrder(steps, level) {
  const entries = steps.map(({ row }) => {
    const label = row.querySelector("label");
    return element("li", {}, ...[...(label?.childNodes ?? [])].map((node) => node.cloneNode(true)));
  });
  return element(
    "div",
    { class: "itembank-right-order" },
    heading(level, { class: "itembank-section-title" }, orderStrings.rightOrder),
    element("ol", { class: "itembank-sequence" }, ...entries),
  );
}
