/** The result of a sitting: passed or not, overall and by domain, and the ways on from there. */

import { element, heading } from "../dom.js";
import { percent } from "../result.js";
import { fill } from "../strings.js";
import { actions, button, table } from "../controls.js";
import { examStrings } from "./strings.js";

/**
 * @param {import("./spec.js").Spec} spec
 * @param {import("../state/records.js").Sitting} sitting
 * @param {{ review: (what: import("./review.js").What) => void, again: () => void }} ways
 * @returns {{ node: HTMLElement, title: HTMLElement }}
 */
export function outcome(spec, sitting, ways) {
  const { score, questions, answered, seed, domains } = sitting;
  const of = questions.length;
  const right = Math.round(score * of);
  const passed = right * 100 >= spec.pass * of;
  const title = heading(
    2,
    { class: "itembank-result-title", tabindex: -1 },
    element("span", { class: "itembank-outcome" }, passed ? examStrings.passed : examStrings.failed),
    " ",
    element("span", { class: "itembank-score" }, `${percent(score)} %`),
  );
  const counts = fill(examStrings.right, { right, of, answered, pass: spec.pass });
  const note = spec.passNote && ` ${fill(examStrings.note, { note: spec.passNote })}`;
  const titles = new Map(spec.domains.map((domain) => [domain.id, domain.title]));
  const rows = Object.entries(domains).map(([id, share]) => [
    `${id}. ${titles.get(id) ?? ""}`,
    `${share.right} / ${share.of}`,
    `${percent(share.right / share.of)} %`,
  ]);
  const head = [examStrings.domain, examStrings.rightOf, examStrings.share];
  const link = element("a", { href: `?${new URLSearchParams({ paper: String(seed) })}` }, examStrings.link);
  const missed = right < of;
  const node = element(
    "div",
    { class: "itembank-exam-outcome" },
    element(
      "div",
      { class: "itembank-result", "data-outcome": passed ? "correct" : "incorrect" },
      title,
      element("p", {}, counts, note, "."),
      element("p", { class: "itembank-rule" }, fill(examStrings.paper, { code: seed }), " · ", link),
    ),
    heading(3, { class: "itembank-section-title" }, examStrings.byDomain),
    table(examStrings.byDomain, head, rows),
    actions(
      button(examStrings.reviewAll, () => ways.review("all"), "primary"),
      ...(missed
        ? [
            button(examStrings.reviewMissed, () => ways.review("missed")),
            button(examStrings.retryMissed, () => ways.review("retry")),
          ]
        : []),
      button(examStrings.newPaper, ways.again),
    ),
    ...(missed ? [] : [element("p", {}, examStrings.allRight)]),
  );
  return { node, title };
}
