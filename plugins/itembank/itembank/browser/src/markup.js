/** Reading what the HTML of every kind of question has, as the renderer wrote it. */

/**
 * @typedef {object} Frame
 * @property {import("./question-element.js").QuestionElement} host
 * @property {string} item
 * @property {string} hash
 * @property {number} revision
 * @property {HTMLFormElement} form
 * @property {HTMLElement} rows holds what the reader responds with
 * @property {HTMLElement} actions
 * @property {HTMLElement} submit
 * @property {HTMLElement} status
 * @property {HTMLElement} solution the `details` with everything that spoils
 * @property {Element | null} rule how the question is scored, in a sentence
 * @property {Element | null} short short explanation and its figure
 * @property {Element | null} explanation
 * @property {Element | null} sources
 */

/**
 * Return the frame of a question, null when the markup is not (or not yet) complete: then the page
 * stays as it works without JavaScript.
 * @param {import("./question-element.js").QuestionElement} host
 * @returns {Frame | null}
 */
export function readFrame(host) {
  const form = host.querySelector("form");
  const rows = part(host, "options");
  const actions = part(host, "actions");
  const submit = part(host, "submit");
  const status = part(host, "status");
  const solution = part(host, "answer");
  if (!form || !rows || !actions || !submit || !status || !solution) return null;

  const { item = "", hash = "", revision } = host.dataset;
  return {
    host,
    item,
    hash,
    revision: Number(revision ?? 1),
    form,
    rows,
    actions,
    submit,
    status,
    solution,
    rule: part(solution, "rule"),
    short: part(solution, "short"),
    explanation: part(solution, "explanation"),
    sources: part(solution, "sources"),
  };
}

/**
 * @param {Element} host
 * @param {string} name
 * @returns {HTMLElement | null}
 */
export function part(host, name) {
  return host.querySelector(`.itembank-${name}`);
}

/**
 * Put a message to the reader into the live region; "" takes it away.
 * @param {Frame} frame
 * @param {string} message
 * @param {"problem" | "news" | "echo"} [tone] `echo` repeats for a screen reader what others see
 */
export function say({ status }, message, tone = "problem") {
  status.textContent = message;
  if (message) status.dataset.tone = tone;
  else delete status.dataset.tone;
}
