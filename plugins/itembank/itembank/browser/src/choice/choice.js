/** Choice: options to tick, all that apply, one, exactly N or up to N. */

import { STRICT, strictRule } from "../result.js";
import { fill, strings } from "../strings.js";
import { shuffleRows } from "./arrange.js";
import { tickByCard } from "./card.js";
import { clearFeedback, showFeedback } from "./feedback.js";
import { readOptions, RESPONSE } from "./options.js";
import { score } from "./scoring.js";
import { parseSelect, selectionProblem, tickLimit } from "./selection.js";
import { tallyList } from "./tally.js";
import { outcome, tally, verdicts } from "./verdicts.js";

/** @type {import("../kinds.js").Kind} */
export function readChoice(frame) {
  const found = readOptions(frame);
  if (!found) return null;
  const { options, key, weights } = found;
  const { host, rows } = frame;
  const { scoring, select: rule = "all", shuffle } = host.dataset;
  const select = parseSelect(rule);
  const ownPolicy = /** @type {import("./scoring.js").Policy} */ (scoring ?? STRICT);
  const answer = { options: options.map(({ id }) => id), key, weights, cap: tickLimit(select) };
  const ticked = () => options.filter(({ input }) => input.checked).map(({ id }) => id);

  if (shuffle !== undefined) shuffleRows(frame, options, shuffle);
  rows.addEventListener("click", (event) => {
    const { target } = event;
    if (target instanceof HTMLInputElement && target.ariaDisabled) event.preventDefault();
  });
  tickByCard(rows, options);

  return {
    // The first one in the order shown.
    field: () => /** @type {HTMLInputElement} */ (rows.querySelector(RESPONSE)),

    problem() {
      const count = ticked().length;
      const problem = selectionProblem(select, count);
      return problem ? fill(strings.messages[problem], { count: select.count, ticked: count }) : "";
    },

    response() {
      const response = ticked();
      return response.length ? { response } : null;
    },

    restore({ response }) {
      const wanted = new Set([response].flat());
      for (const { id, input } of options) input.checked = wanted.has(id);
    },

    grade(other = "") {
      const policy = other === STRICT ? other : ownPolicy;
      const response = ticked();
      return { response, score: score(policy, answer, new Set(response)), policy };
    },

    show({ response, policy }) {
      const byOption = verdicts(answer, new Set(response));
      for (const option of options) {
        showFeedback(
          option,
          /** @type {import("./verdicts.js").Verdict} */ (byOption.get(option.id)),
        );
      }
      const counts = tally(byOption);
      return {
        state: outcome(counts),
        details: select.rule === "one" ? [] : [tallyList(counts)],
        rule: policy === STRICT ? strictRule(strings.exactSelection) : frame.rule,
      };
    },

    clear: () => options.forEach(clearFeedback),
  };
}
