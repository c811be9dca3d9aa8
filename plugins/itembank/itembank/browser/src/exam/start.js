/** What stands around the description of an exam before it starts: the paper, and past sittings. */

import { element, heading } from "../dom.js";
import { percent } from "../result.js";
import { newSeed } from "../shuffle.js";
import { fill } from "../strings.js";
import { actions, button, notice, table } from "../controls.js";
import { formatCode, parseCode } from "./draw.js";
import { examStrings } from "./strings.js";

/** @typedef {import("./draw.js").Code} Code */
/** @typedef {import("../state/records.js").Sitting} Sitting */

/**
 * Return the code of the reader's next paper: the next one of the series that was last sat, so that
 * questions repeat as late as they can; a new series if the questions are not the same any more.
 * @param {readonly Sitting[]} sittings of this exam, oldest first
 * @param {string} pool mark of the questions
 * @returns {Code}
 */
export function nextCode(sittings, pool) {
  const last = parseCode(sittings.at(-1)?.seed);
  if (last?.pool === pool && last.number < 999) return { ...last, number: last.number + 1 };
  return { seed: newSeed(), number: 0, pool };
}

/**
 * Return the paper that the address of the page asks for, and what to say about it.
 * @param {string} query of the address, which anybody may have written
 * @param {string} pool
 * @returns {{ code: Code | null, words: string }}
 */
export function linkedCode(query, pool) {
  const text = new URLSearchParams(query).get("paper");
  if (text === null) return { code: null, words: "" };
  const code = parseCode(text);
  if (!code) return { code, words: examStrings.linkWrong };
  const name = { code: formatCode(code) };
  if (code.pool !== pool) return { code: null, words: fill(examStrings.linkChanged, name) };
  return { code, words: fill(examStrings.linked, name) };
}

/**
 * @param {ReturnType<typeof linkedCode>} linked
 * @param {(code: Code | null) => void} begin
 * @returns {HTMLElement}
 */
export function startPanel(linked, begin) {
  const next = button(
    linked.code ? examStrings.startOther : examStrings.start,
    () => begin(null),
    linked.code ? "" : "primary",
  );
  const paper = linked.code ? [button(examStrings.startPaper, () => begin(linked.code), "primary")] : [];
  return element(
    "div",
    { class: "itembank-exam-start" },
    ...(linked.words ? [notice(linked.words)] : []),
    actions(...paper, next),
    element("p", { class: "itembank-rule" }, examStrings.noPause),
  );
}

/**
 * @param {readonly Sitting[]} sittings of this exam, oldest first
 * @param {number} pass percent
 * @param {(sitting: Sitting) => void} review
 * @returns {HTMLElement[]} nothing if there was none
 */
export function history(sittings, pass, review) {
  if (!sittings.length) return [];
  const format = { dateStyle: "medium", timeStyle: "short" };
  const rows = [...sittings].reverse().map((sitting) => {
    const date = new Date(sitting.t).toLocaleString(
      document.documentElement.lang || [],
      /** @type {Intl.DateTimeFormatOptions} */ (format),
    );
    const open = button(examStrings.review, () => review(sitting));
    open.ariaLabel = fill(examStrings.reviewOf, { date });
    const passed = sitting.score * 100 >= pass - 1e-9;
    const share = `${percent(sitting.score)} %, ${passed ? examStrings.passed : examStrings.failed}`;
    return [date, share, String(sitting.seed), open];
  });
  const head = [examStrings.date, examStrings.result, examStrings.paperName, examStrings.review];
  return [
    heading(2, { class: "itembank-section-title" }, examStrings.history),
    table(examStrings.history, head, rows),
  ];
}
