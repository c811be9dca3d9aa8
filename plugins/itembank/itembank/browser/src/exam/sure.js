/** The question before the one Submit: what is not answered yet. */

import { element, heading } from "../dom.js";
import { fill } from "../strings.js";
import { actions, button } from "./controls.js";
import { examStrings } from "./strings.js";

/**
 * @param {{ of: number, answered: number, flagged: number }} counts
 * @param {() => void} submit
 * @param {() => void} goToUnanswered
 * @returns {HTMLDialogElement} to be shown; it goes away when it closes
 */
export function sureDialog({ of, answered, flagged }, submit, goToUnanswered) {
  const dialog = /** @type {HTMLDialogElement} */ (
    element("dialog", { class: "itembank-exam-sure", "aria-labelledby": "itembank-exam-sure" })
  );
  const after = (/** @type {() => void} */ action) => () => {
    dialog.close();
    action();
  };
  const open = of - answered;
  const about = open ? fill(examStrings.unanswered, { count: open, of }) : examStrings.allAnswered;
  dialog.append(
    heading(2, { id: "itembank-exam-sure", class: "itembank-exam-title" }, examStrings.sure),
    element("p", {}, about, ...(flagged ? [" ", fill(examStrings.flagged, { count: flagged })] : [])),
    actions(
      button(examStrings.submitNow, after(submit), "primary"),
      button(examStrings.goBack, () => dialog.close()),
      ...(open ? [button(examStrings.toUnanswered, after(goToUnanswered))] : []),
    ),
  );
  dialog.addEventListener("close", () => dialog.remove());
  return dialog;
}
