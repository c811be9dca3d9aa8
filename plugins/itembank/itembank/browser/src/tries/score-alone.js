/** What a reader sees while there are tries left: the score, and nothing that tells responses apart. */

import { element, headingLevelInside } from "../dom.js";
import { say } from "../markup.js";
import { scoreTitle } from "../result.js";
import { fill } from "../strings.js";
import { triesStrings } from "./strings.js";

/** @type {import("../practice/practice.js").ScoreAlone} */
export function scoreAlone(frame, score, left, reveal) {
  const { host, rows, submit } = frame;
  const title = scoreTitle(triesStrings.notYet, score, headingLevelInside(host));
  const count = element("p", { class: "itembank-rule" }, fill(triesStrings.left, { count: left }));
  const card = element("div", { class: "itembank-result" }, title, count);
  const show = element("button", { type: "button", class: "md-button" }, triesStrings.show);
  show.addEventListener("click", reveal);
  say(frame, "");
  rows.before(card);
  submit.after(show);
  return { title, added: [card, show] };
}
