/** Order: steps to put into sequence. */

import { element, headingLevelInside } from "../dom.js";
import { part } from "../markup.js";
import { STRICT, strictRule } from "../result.js";
import { fill } from "../strings.js";
import { clearPlace, rightOrder, showPlace } from "./feedback.js";
import { addMoves, firstMove } from "./moves.js";
import { countPairs, isOrderPolicy, scoreOrder } from "./scoring.js";
import { readSteps } from "./steps.js";
import { orderStrings } from "./strings.js";

/** @type {import("../kinds.js").Kind} */
export function readOrder(frame) {
  const steps = readSteps(frame);
  if (!steps) return null;
  const { host, rows } = frame;
  const { scoring } = host.dataset;
  const ownPolicy = isOrderPolicy(scoring) ? scoring : "all_or_nothing";
  const key = steps.map(({ id }) => id);
  const response = () =>
    /** @type {HTMLElement[]} */ ([...rows.children]).map((row) => row.dataset.option ?? "");

  const shown = [...rows.children];
  /** What the reader must change before there is a response: never the right order. */
  let start = response();
  const isBlank = () => String(response()) === String(start);
  /** @type {HTMLElement | null} */
  let solved = null;

  addMoves(frame, steps);
  const instruction = part(host, "instruction");
  if (instruction) instruction.textContent = orderStrings.instruction;

  return {
    field: () => firstMove(rows),

    problem: () => (isBlank() ? orderStrings.untouched : ""),

    response: () => (isBlank() ? null : { response: response() }),

    restore({ response: wanted }) {
      // Steps that it does not name keep their order, after those that it does.
      const places = new Map([wanted].flat().map((id, index) => [id, index]));
      const place = (/** @type {Element} */ row) =>
        places.get(/** @type {HTMLElement} */ (row).dataset.option ?? "") ?? steps.length;
      rows.append(...[...rows.children].sort((a, b) => place(a) - place(b)));
    },

    grade(other = "") {
      const policy = isOrderPolicy(other) ? other : ownPolicy;
      const sequence = response();
      return { response: sequence, score: scoreOrder(policy, key, sequence), policy };
    },

    show({ response: sequence, score, policy: name }) {
      const policy = isOrderPolicy(name) ? name : ownPolicy;
      let inPlace = 0;
      steps.forEach((step, index) => {
        const right = sequence[index] === step.id;
        inPlace += Number(right);
        showPlace(step, index + 1, right);
      });
      const correct = inPlace === steps.length;
      if (!correct) {
        solved = rightOrder(steps, headingLevelInside(host) + 1);
        rows.after(solved);
      }
      const counts = countPairs(key, response());
      const details =
        policy === "pairs"
          ? [element("p", { class: "itembank-count" }, fill(orderStrings.pairs, counts))]
          : [];
      return {
        state: correct ? "correct" : score || inPlace ? "partial" : "incorrect",
        details,
        rule: policy === STRICT ? strictRule(orderStrings.exactOrder) : frame.rule,
      };
    },

    clear() {
      steps.forEach(clearPlace);
      solved?.remove();
      solved = null;
      // Another try goes on from the reader's order, but to find the right one ready teaches nothing.
      if (String(response()) === String(key)) rows.append(...shown);
      start = response();
    },
  };
}
