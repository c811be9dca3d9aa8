/** The decisions of a graded selection, counted by verdict. */

import { element } from "../dom.js";
import { icon } from "../icons.js";
import { strings } from "../strings.js";
import { VERDICTS } from "./verdicts.js";

/**
 * @param {Record<import("./verdicts.js").Verdict, number>} counts
 * @returns {HTMLElement}
 */
export function tallyList(counts) {
  // Not `ul`: themes style it with more weight than a component's own sheet has.
  const list = element("div", { class: "itembank-tally", role: "list" });
  for (const state of VERDICTS) {
    const text = `${counts[state]} ${strings.tally[state]}`;
    list.append(element("div", { role: "listitem", "data-state": state }, icon(state), text));
  }
  return list;
}
