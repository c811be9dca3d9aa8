/** The picture of confidence beside results, with the same as a table. */

import { table } from "../controls.js";
import { element, heading } from "../dom.js";
import { percent } from "../result.js";
import { fill } from "../strings.js";
import { FITTING, LEAST, calibration } from "./calibration.js";
import { studyStrings } from "./strings.js";
import { svg } from "./svg.js";

/** @typedef {import("./calibration.js").Level} Level */

/** Places in the drawing. */
const [LEFT, WIDTH, ROW] = [24, 272, 48];

/**
 * @param {readonly import("../events.js").Attempt[]} attempts
 * @returns {HTMLElement[]} nothing where no answer says how sure the reader was
 */
export function confidenceView(attempts) {
  const words = studyStrings.confidence;
  const count = attempts.filter(({ confidence }) => confidence).length;
  if (!count) return [];
  const title = heading(2, { class: "itembank-section-title" }, words.title);
  const levels = calibration(attempts);
  if (!levels) return [title, element("p", {}, fill(words.few, { least: LEAST, count }))];
  const names = [words.guessing, words.fairly, words.certain];
  const rows = levels.map(({ answers, right, share }, level) => {
    const [low, high] = FITTING[level].map((part) => Math.round(part * 100));
    return [
      names[level],
      String(answers),
      answers ? `${right} (${fill(studyStrings.percent, { percent: percent(share) })})` : "–",
      fill(words.range, { low, high }),
    ];
  });
  const head = [words.level, words.answers, words.exact, words.fitting];
  return [
    title,
    element("p", {}, verdict(levels)),
    element("div", { class: "itembank-beside" }, picture(levels, names), table(words.title, head, rows)),
    element("p", { class: "itembank-rule" }, words.legend),
  ];
}

/** @param {Level[]} levels */
function verdict([guessing, , certain]) {
  const words = studyStrings.confidence;
  if (certain.high < FITTING[2][0]) return words.over;
  return guessing.low > FITTING[0][1] ? words.under : words.fine;
}

/**
 * @param {Level[]} levels
 * @param {string[]} names
 */
function picture(levels, names) {
  const at = (/** @type {number} */ share) => LEFT + share * WIDTH;
  const height = ROW * levels.length + 24;
  const drawing = svg("svg", {
    class: "itembank-picture",
    viewBox: `0 0 ${2 * LEFT + WIDTH} ${height}`,
    role: "img",
    "aria-label": studyStrings.confidence.title,
  });
  for (const share of [0, 0.5, 1]) {
    const x = at(share);
    drawing.append(
      svg("path", { class: "itembank-axis", d: `M${x} 20V${height - 20}` }),
      svg("text", { x, y: height - 4 }, `${share * 100} %`),
    );
  }
  levels.forEach(({ answers, share, low, high }, level) => {
    const y = ROW * level + 38;
    const [from, to] = FITTING[level].map(at);
    drawing.append(
      svg("text", { x: at(0.5), y: y - 18 }, names[level]),
      svg("rect", { class: "itembank-fitting", x: from, y: y - 9, width: to - from, height: 18 }),
    );
    if (!answers) return;
    drawing.append(
      svg("path", { class: "itembank-interval", d: `M${at(low)} ${y}H${at(high)}` }),
      svg("circle", { class: "itembank-dot", cx: at(share), cy: y, r: 5 }),
    );
  });
  return drawing;
}
