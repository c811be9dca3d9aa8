/**
 * `<itembank-question>`: a choice question that grades itself.
 *
 * Two phases. *Open*: options can be ticked; everything that spoils is out of the document, so that
 * find-in-page, print and reader modes cannot show it. *Graded*: verdicts, score and explanations
 * are on show, ticks are locked; "Try again" leads back, with the order of the options kept.
 */

import { shuffleRows } from "./arrange.js";
import { element, headingLevelInside, letKeyboardScroll } from "./dom.js";
import { announce } from "./events.js";
import { clearFeedback, showFeedback } from "./feedback.js";
import { readQuestion } from "./markup.js";
import { explanations, scoreCard } from "./result.js";
import { score } from "./scoring.js";
import { selectionProblem } from "./selection.js";
import { fill, strings } from "./strings.js";
import { tally, verdicts } from "./verdicts.js";

export class QuestionElement extends HTMLElement {
  /** @type {import("./markup.js").Question | null} */
  #question = null;

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

  #start() {
    // A question that was moved within the page, or put back into it, keeps its phase.
    if (this.#question) return;
    const question = readQuestion(this);
    if (!question) return;
    this.#question = question;
    const { form, rows, status, solution, submit } = question;

    solution.remove();
    // Messages stand where focus goes: above the first option.
    rows.before(status);
    if (this.dataset.shuffle !== undefined) shuffleRows(this, question, this.dataset.shuffle);
    // Browsers restore ticks by position; after a shuffle they would land on other options.
    form.autocomplete = "off";
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#submit(question);
    });
    rows.addEventListener("click", (event) => {
      if (this.#graded && event.target instanceof HTMLInputElement) event.preventDefault();
    });
    rows.addEventListener("change", () => say(question, ""));
    submit.hidden = false;
    letKeyboardScroll(this);
  }

  /** @param {import("./markup.js").Question} question */
  #submit(question) {
    if (this.#graded) return;
    const { item, hash, revision, policy, select, answer, options } = question;
    const response = options.filter(({ input }) => input.checked).map(({ id }) => id);
    const problem = selectionProblem(select, response.length);
    if (problem) {
      const numbers = { count: select.count, ticked: response.length };
      say(question, fill(strings.messages[problem], numbers));
      firstInput(question).focus();
      return;
    }

    const points = score(policy, answer, new Set(response));
    const attempt = { item, hash, revision, response, score: points, policy, t: Date.now() };
    this.#show(question, attempt);
    announce(this, "itembank:attempt", attempt);
    announce(this, "itembank:reveal", attempt);
  }

  /**
   * @param {import("./markup.js").Question} question
   * @param {import("./events.js").Attempt} attempt
   */
  #show(question, attempt) {
    const byOption = verdicts(question.answer, new Set(attempt.response));
    for (const option of question.options) {
      showFeedback(option, /** @type {import("./verdicts.js").Verdict} */ (byOption.get(option.id)));
    }

    const level = headingLevelInside(this);
    const { card, title } = scoreCard(question, attempt, tally(byOption), level);
    const explained = explanations(question, level + 1);
    const retry = element("button", { type: "button", class: "md-button itembank-retry" });
    retry.append(strings.retry);
    retry.addEventListener("click", () => this.#retry(question));

    say(question, "");
    question.rows.before(card);
    question.form.after(explained);
    question.actions.append(retry);
    this.#graded = { attempt, added: [card, explained, retry] };
    this.dataset.graded = "";
    title.focus();
    letKeyboardScroll(this);
    // Only now: a button must not vanish under the reader's focus.
    question.submit.hidden = true;
  }

  /** @param {import("./markup.js").Question} question */
  #retry(question) {
    if (!this.#graded) return;
    const { attempt, added } = this.#graded;
    this.#graded = null;
    delete this.dataset.graded;
    question.form.reset();
    question.submit.hidden = false;
    const first = firstInput(question);
    first.focus({ preventScroll: true });
    for (const option of question.options) clearFeedback(option);
    for (const node of added) node.remove();
    first.scrollIntoView({ block: "nearest" });
    announce(this, "itembank:retry", attempt);
  }
}

/**
 * Return the first input in the order shown.
 * @param {import("./markup.js").Question} question
 */
function firstInput({ rows }) {
  return /** @type {HTMLInputElement} */ (rows.querySelector("input"));
}

/**
 * Put a message to the reader into the live region; "" takes it away.
 * @param {import("./markup.js").Question} question
 * @param {string} message
 */
function say({ status }, message) {
  status.textContent = message;
}
