/** Going through a paper after it was graded: each question with its verdicts and rationales. */

import { element, heading } from "../dom.js";
import { fill } from "../strings.js";
import { actions, button, notice } from "../controls.js";
import { attemptsOf } from "./grade.js";
import { questionMap } from "./map.js";
import { Sheet } from "./sheet.js";
import { examStrings } from "./strings.js";

/** @typedef {import("../state/records.js").Sitting} Sitting */

/** @typedef {"all" | "missed" | "retry"} What `retry`: the missed questions again, for practice */

/** What stands for a response that there is not. */
const BLANK = { response: [], score: 0, policy: "all_or_nothing" };

/**
 * @param {import("../deck/bank.js").Bank} bank
 * @param {Sitting} sitting
 * @param {What} what
 * @param {() => void} back
 * @returns {{ node: HTMLElement, open: () => void }}
 */
export function review(bank, sitting, what, back) {
  const { questions } = sitting;
  const attempts = attemptsOf(sitting);
  const isRight = (/** @type {number} */ place) =>
    Number(attempts.get(questions[place])?.score) >= 1;
  const places = questions.map((_, place) => place).filter((n) => what === "all" || !isRight(n));

  const sheet = new Sheet(bank, { code: String(sitting.seed), questions }, undefined, (question, place) => {
    const attempt = attempts.get(questions[place]);
    if (what === "retry") return;
    const { item = "", hash = "", revision } = question.dataset;
    if (attempt && attempt.hash !== hash) question.before(notice(examStrings.changed));
    else {
      const none = { ...BLANK, item, hash, revision: Number(revision), t: sitting.t };
      question.reveal(attempt ?? none);
    }
  });
  const map = questionMap(questions.length, (place) => go(place));
  const title = heading(2, { class: "itembank-exam-title", tabindex: -1 });
  const link = element("a", {}, examStrings.openPage);
  const about = element("p", { class: "itembank-rule" }, link);
  const previous = button(examStrings.previous, () => step(-1));
  const next = button(examStrings.next, () => step(1));
  let current = places[0] ?? 0;

  questions.forEach((id, place) => {
    map.mark(place, isRight(place) ? "right" : attempts.has(id) ? "wrong" : "blank");
  });
  map.keep((place) => places.includes(place));

  /** @param {number} way */
  function step(way) {
    const place = places[places.indexOf(current) + way];
    if (place !== undefined) go(place);
  }

  /** @param {number} place */
  function go(place) {
    show(place);
    title.focus();
  }

  /** @param {number} place */
  function show(place) {
    current = place;
    const entry = bank.entries.get(questions[place]);
    const numbers = { number: place + 1, count: questions.length };
    title.textContent = `${fill(examStrings.question, numbers)}${entry ? `: ${entry.title}` : ""}`;
    about.hidden = !entry;
    if (entry) link.setAttribute("href", entry.url);
    previous.ariaDisabled = places[0] === place ? "true" : null;
    next.ariaDisabled = places.at(-1) === place ? "true" : null;
    map.show(place);
    sheet.show(place);
  }

  const node = element(
    "div",
    { class: "itembank-exam-review" },
    title,
    about,
    sheet.node,
    actions(previous, next),
    map.node,
    actions(button(examStrings.back, back)),
  );
  return { node, open: () => go(current) };
}
