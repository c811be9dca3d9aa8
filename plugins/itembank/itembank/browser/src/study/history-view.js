/** What the reader answered last, and the exams that were sat. */

import { actions, button, table } from "../controls.js";
import { element, heading } from "../dom.js";
import { percent } from "../result.js";
import { fill } from "../strings.js";
import { dateWords } from "./notices.js";
import { studyStrings } from "./strings.js";

/** So many answers at first, and so many more each time. */
const FIRST = 20;
const MORE = 100;

/**
 * @param {readonly import("../events.js").Attempt[]} attempts oldest first
 * @param {import("../deck/bank.js").Bank} bank
 * @returns {HTMLElement[]}
 */
export function historyView(attempts, bank) {
  if (!attempts.length) return [];
  const rows = (/** @type {number} */ from, /** @type {number} */ count) =>
    attempts
      .slice(Math.max(0, attempts.length - from - count), attempts.length - from)
      .reverse()
      .map(({ item, score, t, exam }) => {
        const entry = bank.entries.get(item);
        const question = entry
          ? element("a", { href: entry.url }, entry.title)
          : fill(studyStrings.gone, { id: item });
        const result = fill(studyStrings.percent, { percent: percent(score) });
        return [dateWords(t), question, exam ? `${result}, ${studyStrings.inExam}` : result];
      });
  const head = [studyStrings.date, studyStrings.question, studyStrings.result];
  const shown = table(studyStrings.history, head, rows(0, FIRST));
  let count = FIRST;
  const older = button(studyStrings.older, () => {
    const added = table("", [], rows(count, MORE)).querySelectorAll("tbody tr");
    shown.querySelector("tbody")?.append(...added);
    count += MORE;
    const link = added[0].querySelector("a");
    if (count >= attempts.length) older.remove();
    link?.focus();
  });
  return [
    heading(2, { class: "itembank-section-title" }, studyStrings.history),
    shown,
    ...(attempts.length > FIRST ? [actions(older)] : []),
  ];
}

/**
 * @param {readonly import("../state/archive.js").Sitting[]} sittings oldest first
 * @param {import("./links.js").Links["exams"]} exams of this site
 * @returns {HTMLElement[]}
 */
export function sittingsView(sittings, exams) {
  if (!sittings.length) return [];
  const rows = [...sittings].reverse().map(({ exam, t, score, answered, questions }) => {
    const known = exams.get(exam);
    const name = known ? element("a", { href: known.url }, known.title) : exam;
    const share = fill(studyStrings.percent, { percent: percent(score) });
    const counts = fill(studyStrings.answeredOf, { answered, of: questions.length });
    return [dateWords(t), name, share, counts];
  });
  const { date, exam, result, answered } = studyStrings;
  return [
    heading(2, { class: "itembank-section-title" }, studyStrings.sittings),
    table(studyStrings.sittings, [date, exam, result, answered], rows),
  ];
}
