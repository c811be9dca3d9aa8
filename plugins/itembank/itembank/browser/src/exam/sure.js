/** The question before the one Submit: what is not answered yet. */

import { ask } from "../controls.js";
import { fill } from "../strings.js";
import { examStrings } from "./strings.js";

/**
 * @param {{ of: number, answered: number, flagged: number }} counts
 * @param {() => void} submit
 * @param {() => void} goToUnanswered
 * @returns {HTMLDialogElement} to be shown; it goes away when it closes
 */
export function sureDialog({ of, answered, flagged }, submit, goToUnanswered) {
  const open = of - answered;
  const about = open ? fill(examStrings.unanswered, { count: open, of }) : examStrings.allAnswered;
  const flags = flagged ? ` ${fill(examStrings.flagged, { count: flagged })}` : "";
  /** @type {[string, () => void][]} */
  const more = open ? [[examStrings.toUnanswered, goToUnanswered]] : [];
  return ask(
    examStrings.sure,
    about + flags,
    [examStrings.submitNow, submit],
    [examStrings.goBack],
    ...more,
  );
}
