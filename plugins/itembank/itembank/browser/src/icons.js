/** One drawing for each verdict; shapes differ, so that they tell the four apart without colour. */

const SVG = "http://www.w3.org/2000/svg";
const RING = "M12 2.75a9.25 9.25 0 1 0 0 18.5 9.25 9.25 0 1 0 0-18.5z";

/** @type {Record<import("./choice/verdicts.js").Verdict, { filled: boolean, mark: string }>} */
const DRAWINGS = {
  hit: { filled: true, mark: "m7.5 12.5 3 3 6-6.5" },
  missed: { filled: false, mark: "M12 7v6m0 3.2v.3" },
  "false-alarm": { filled: true, mark: "m8.5 8.5 7 7m0-7-7 7" },
  "correct-rejection": { filled: false, mark: "m8 12.3 2.7 2.7L16 9.3" },
};

/**
 * Draw a verdict. Decoration only: the words beside it say the same.
 * @param {import("./choice/verdicts.js").Verdict} verdict
 * @returns {SVGSVGElement}
 */
export function icon(verdict) {
  const { filled, mark } = DRAWINGS[verdict];
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("class", "itembank-icon");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  svg.append(path(RING, filled ? "itembank-icon-disc" : ""));
  svg.append(path(mark, filled ? "itembank-icon-cut" : ""));
  return svg;
}

/**
 * @param {string} d
 * @param {string} className
 */
function path(d, className) {
  const node = document.createElementNS(SVG, "path");
  node.setAttribute("d", d);
  node.setAttribute("class", className);
  return node;
}
