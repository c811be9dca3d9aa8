/** What the page says of earlier attempts at a question, and of trouble with keeping them. */

import { element } from "../dom.js";
import { say } from "../markup.js";
import { percent } from "../result.js";
import { openLog } from "../state/log.js";
import { fill, strings } from "../strings.js";

/** What this page has said already. */
let told = "";

/**
 * Say when the question was last answered and with what score, with a button that forgets it.
 * @param {import("../markup.js").Frame} frame
 * @returns {HTMLElement | undefined} nothing for a question that was never answered
 */
export function showRecord(frame) {
  const { item, hash, actions } = frame;
  const log = openLog();
  const all = log.attempts.filter((attempt) => attempt.item === item);
  // Only attempts at the question as it is now count.
  const last = all.filter((attempt) => attempt.hash === hash).at(-1) ?? all.at(-1);
  if (!last) return;
  const words = last.hash === hash ? strings.record.answered : strings.record.changed;
  const date = new Date(last.t).toLocaleDateString(document.documentElement.lang || [], {
    dateStyle: "medium",
  });
  const forget = element("button", { type: "button" }, strings.record.forget);
  const text = `${fill(words, { date, percent: percent(last.score) })} `;
  const line = element("p", { class: "itembank-record" }, text, forget);
  forget.addEventListener("click", () => {
    if (!confirm(strings.record.sure)) return;
    log.forget((attempt) => attempt.item === item);
    frame.submit.focus();
    line.remove();
    say(frame, strings.record.forgotten, "news");
  });
  actions.after(line);
  return line;
}

/**
 * Say above the options why progress is not kept as it should be; once on a page.
 * @param {import("../markup.js").Frame} frame
 */
export function tellTrouble({ rows }) {
  const { trouble } = openLog();
  if (trouble && trouble !== told) {
    const { lost, aside } = strings.trouble;
    const words = trouble === "blocked" || trouble === "full" ? lost : aside;
    rows.before(element("p", { class: "itembank-notice" }, words));
  }
  told = trouble;
}
