/** The verdict and rationale under an option. */

import { element } from "../dom.js";
import { icon } from "../icons.js";
import { part } from "../markup.js";
import { strings } from "../strings.js";

/**
 * @param {import("./options.js").OptionParts} option
 * @param {import("./verdicts.js").Verdict} verdict
 */
export function showFeedback({ row, input, rationale }, verdict) {
  const id = `${input.id}-verdict`;
  row.dataset.state = verdict;
  row.append(
    element(
      "div",
      { class: "itembank-feedback" },
      element("p", { class: "itembank-verdict", id }, icon(verdict), strings.verdicts[verdict]),
      ...(rationale ? [rationale] : []),
    ),
  );
  input.setAttribute("aria-describedby", id);
  // Not `disabled`: a reader who tabs through the options again still hears each with its verdict.
  input.setAttribute("aria-disabled", "true");
}

/** @param {import("./options.js").OptionParts} option */
export function clearFeedback({ row, input }) {
  delete row.dataset.state;
  part(row, "feedback")?.remove();
  input.removeAttribute("aria-describedby");
  input.removeAttribute("aria-disabled");
}
