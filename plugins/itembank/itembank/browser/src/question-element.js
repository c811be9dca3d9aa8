/**
 * `<itembank-question>`: a question that grades itself.
 *
 * Two phases. *Open*: the reader responds; everything that spoils is out of the document, so that
 * find-in-page, print and reader modes cannot show it. *Graded*: verdicts, score and explanations
 * are on show, the response is locked; "Try again" leads back. What a response is, and how it is
 * graded, is the business of the kind (`kinds.js`); a kind that is not here leaves the page alone.
 */

import { element, headingLevelInside, letKeyboardScroll } from "./dom.js";
import { announce } from "./events.js";
import { kindOf } from "./kinds.js";
import { part, readFrame, say } from "./markup.js";
import { explanations, scoreCard } from "./result.js";
import { Practice } from "./practice/practice.js";
import { openLog } from "./state/log.js";
import { strings } from "./strings.js";
import { keepOnlySubmit } from "./submitter.js";

export class QuestionElement extends HTMLElement {
  /** @type {{ frame: import("./markup.js").Frame, task: import("./kinds.js").Task } | null} */
  #parts = null;

  /** Not in an exam. @type {Practice | undefined} */
  #practice;

  /**
   * The graded attempt and what it added to the page; null while the question is open.
   * @type {{ attempt: import("./events.js").Attempt, added: HTMLElement[] } | null}
   */
  #graded = null;

  connectedCallback() {
    if (document.readyState === "loading") {
      document.addEventListener("DOMContentLoaded", () => this.#start(), { once: true });
    } else {
      this.#start();
    }
  }

  /** Open the question again for another try; nothing happens while it is open. */
  retry() {
    this.#practice?.end();
    if (!this.#parts || !this.#graded) return;
    const { frame, task } = this.#parts;
    const { attempt, added } = this.#graded;
    this.#graded = null;
    delete this.dataset.graded;
    frame.form.reset();
    frame.submit.hidden = false;
    task.clear();
    const field = task.field();
    field.focus({ preventScroll: true });
    for (const node of added) node.remove();
    field.scrollIntoView({ block: "nearest" });
    announce(this, "itembank:retry", attempt);
  }

  /**
   * The response as it stands; null while it is blank, or the question has not started.
   * @returns {import("./kinds.js").Response | null}
   */
  get response() {
    return this.#parts?.task.response() ?? null;
  }

  /**
   * Put a stored response back, or show another set of numbers, without grading.
   * @param {import("./kinds.js").Response} response
   */
  restore(response) {
    if (!this.#graded) this.#parts?.task.restore(response);
  }

  /**
   * Grade the response as it stands, which need not be complete; nothing is shown or announced.
   * @param {string} [policy] in place of the question's own
   * @returns {import("./events.js").Attempt | null} null while the response is blank
   */
  grade(policy) {
    if (!this.#parts || !this.response) return null;
    const { frame, task } = this.#parts;
    const { item, hash, revision } = frame;
    return { item, hash, revision, ...task.grade(policy), t: Date.now() };
  }

  /**
   * Show `attempt` as if it had been submitted now; nothing is announced, and focus stays.
   * @param {import("./events.js").Attempt} attempt its response is empty if there was none
   */
  reveal(attempt) {
    if (!this.#parts || this.#graded) return;
    this.#parts.task.restore(attempt);
    this.#parts.frame.submit.hidden = true;
    this.#show(attempt);
    this.#practice?.end();
  }

  #start() {
    // A question that was moved within the page, or put back into it, keeps its phase.
    if (this.#parts) return;
    const kind = kindOf(this.dataset.type);
    const frame = kind && readFrame(this);
    const task = frame && kind(frame);
    if (!task) return;
    this.#parts = { frame, task };
    const { form, rows, status, solution, submit } = frame;

    solution.remove();
    // Messages stand where focus goes: above the first field.
    rows.before(status);
    // Browsers restore fields by position; after a shuffle ticks would land on other options.
    form.autocomplete = "off";
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      if (!event.submitter || event.submitter === submit) this.#submit();
    });
    keepOnlySubmit(form, submit);
    rows.addEventListener("input", () => say(frame, ""));
    submit.hidden = this.#inExam;
    if (this.#inExam) part(this, "hints")?.remove();
    else this.#practice = new Practice(frame);
    letKeyboardScroll(this);
  }

  /** Whether the question stands in a running exam, which has one Submit for all of them. */
  get #inExam() {
    return this.dataset.mode === "exam";
  }

  #submit() {
    if (!this.#parts || this.#graded || this.#inExam) return;
    const { frame, task } = this.#parts;
    const problem = task.problem();
    if (problem) {
      say(frame, problem);
      task.field().focus();
      return;
    }

    const graded = this.grade();
    const practice = this.#practice;
    if (!graded || !practice || practice.repeats(graded)) return;
    const attempt = openLog().add({ ...graded, ...practice.said() });
    const showAnswer = () => {
      this.#show(attempt)?.focus();
      // Only now: a button must not vanish under the reader's focus.
      frame.submit.hidden = true;
      practice.end();
    };
    const held = practice.hold(attempt, () => {
      showAnswer();
      announce(this, "itembank:reveal", attempt);
    });
    if (held) held.focus();
    else showAnswer();
    announce(this, "itembank:attempt", attempt);
    if (!held) announce(this, "itembank:reveal", attempt);
  }

  /**
   * @param {import("./events.js").Attempt} attempt
   * @returns {HTMLElement | undefined} the title of the result
   */
  #show(attempt) {
    if (!this.#parts) return;
    const { frame, task } = this.#parts;
    const level = headingLevelInside(this);
    const { card, title } = scoreCard(task.show(attempt), attempt.score, level);
    const explained = explanations(frame, level + 1);
    const retry = element("button", { type: "button", class: "md-button itembank-retry" });
    retry.append(strings.retry);
    retry.addEventListener("click", () => this.retry());

    say(frame, "");
    frame.rows.before(card);
    frame.form.after(explained);
    frame.submit.after(retry);
    this.#graded = { attempt, added: [card, explained, retry] };
    this.dataset.graded = "";
    letKeyboardScroll(this);
    return title;
  }
}
