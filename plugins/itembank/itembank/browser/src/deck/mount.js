/** Putting a question into a page that is not its own. */

import { kindOf } from "../kinds.js";
import { loadQuestion } from "./fragment.js";
import { loadScript } from "./scripts.js";

/**
 * @typedef {object} Options
 * @property {"exam"} [mode] in an exam a question has no Submit of its own
 * @property {number} [seed] of the order of its options, where they may stand in any
 */

/**
 * Return the question, started in `parent`, which must be in the document.
 *
 * Whatever else it needs is loaded before, so that its answer is never in the document.
 * @param {import("./bank.js").Bank} bank
 * @param {import("./bank.js").Entry} entry
 * @param {Element} parent
 * @param {Options} [options]
 * @returns {Promise<import("../question-element.js").QuestionElement>} rejects, and leaves `parent`
 *   as it is, when the question cannot be shown here
 */
export async function mountQuestion(bank, entry, parent, { mode, seed } = {}) {
  const script = kindOf(entry.type) ? undefined : bank.kinds.get(entry.type);
  const [question] = await Promise.all([loadQuestion(entry), script && loadScript(script)]);
  if (!kindOf(question.dataset.type)) throw new Error(`no script for questions of ${entry.type}`);
  if (mode) question.dataset.mode = mode;
  if (seed !== undefined && "shuffle" in question.dataset) question.dataset.shuffle = String(seed);
  parent.append(question);
  return /** @type {import("../question-element.js").QuestionElement} */ (question);
}
