/**
 * The kinds of question that this page can grade. The core script brings choice; scripts for
 * further kinds, loaded only where such a question stands, register theirs.
 */

/**
 * What the reader works on in one question. A kind is a function that makes it from the frame.
 * @typedef {object} Task
 * @property {() => HTMLElement} field where focus goes with a message, and for another try
 * @property {() => string} problem why the response cannot be graded, in words; "" if it can
 * @property {() => Response | null} response as it stands, whatever its state; null while it is blank
 * @property {(response: Response) => void} restore puts a stored response back; ids that the
 *   question does not have are left out
 * @property {(policy?: string) => Grade} grade of a response that is not blank; by the question's own
 *   policy, unless `policy` is that of exams
 * @property {(grade: Grade) => Report} show puts verdicts beside what they are about
 * @property {() => void} clear takes them away again, for another try
 */

/**
 * @typedef {object} Response
 * @property {string | string[]} response option ids, or the text that was typed
 * @property {number} [variant] which set of numbers was on show, from 0
 */

/**
 * The part of an attempt that depends on the kind.
 * @typedef {Response & { score: number, policy: string }} Grade `score` from 0 to 1
 */

/**
 * What the score card says.
 * @typedef {object} Report
 * @property {import("./choice/verdicts.js").Outcome} state
 * @property {string} [words] for the state, where those of every kind are not enough
 * @property {Node[]} details stand between title and rule
 * @property {Node | null} rule the policy and what it means
 */

/** @typedef {(frame: import("./markup.js").Frame) => Task | null} Kind null: incomplete markup */

/** @type {Map<string, Kind>} */
const kinds = new Map();

/**
 * Return the kind with that name, if its script is here.
 * @param {string | undefined} type
 */
export function kindOf(type) {
  return kinds.get(type ?? "");
}

/**
 * Add a kind, and start the questions that waited for it.
 * @param {string} type value of `data-type`
 * @param {Kind} kind
 */
export function register(type, kind) {
  if (kinds.has(type)) return;
  kinds.set(type, kind);
  for (const host of document.querySelectorAll(`itembank-question[data-type="${type}"]`)) {
    // Those that are not upgraded yet will start by themselves.
    if ("connectedCallback" in host) {
      /** @type {import("./question-element.js").QuestionElement} */ (host).connectedCallback();
    }
  }
}
