/** The mark of a question: how the reader stands with it, in words, icon and colour. */

import { element } from "../dom.js";
import { icon } from "../icons.js";
import { studyStrings } from "./strings.js";
import { svg } from "./svg.js";

/** @type {Record<string, import("../choice/verdicts.js").Verdict>} */
const ICONS = { right: "hit", partly: "missed", wrong: "false-alarm" };

/**
 * @param {import("./standing.js").Standing} standing
 * @returns {HTMLElement}
 */
export function mark({ state, changed }) {
  const ring = { cx: 12, cy: 12, r: 9.25 };
  const box = { class: "itembank-icon", viewBox: "0 0 24 24", "aria-hidden": "true" };
  const drawing = ICONS[state] ? icon(ICONS[state]) : svg("svg", box, svg("circle", ring));
  const words = changed ? studyStrings.states.changed : studyStrings.states[state];
  return element("span", { class: "itembank itembank-mark", "data-mark": state }, drawing, words);
}
