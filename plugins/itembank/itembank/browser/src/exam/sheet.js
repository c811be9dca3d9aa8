/** The questions of a paper, one on show; each is loaded once, and stays in the page. */

import { mountQuestion } from "../deck/mount.js";
import { element, letKeyboardScroll } from "../dom.js";
import { actions, button, notice } from "../controls.js";
import { mixed, parseCode } from "./draw.js";
import { examStrings } from "./strings.js";

/** @typedef {import("../question-element.js").QuestionElement} Question */

export class Sheet {
  /** @type {HTMLElement[]} */
  #holders;

  /** @type {Map<number, Promise<Question>>} */
  #loading = new Map();

  #bank;
  #paper;
  #prepare;
  #mode;

  /**
   * @param {import("../deck/bank.js").Bank} bank
   * @param {{ code: string, questions: readonly string[] }} paper
   * @param {"exam" | undefined} mode
   * @param {(question: Question, place: number) => void} prepare called when a question has started
   */
  constructor(bank, paper, mode, prepare) {
    this.#bank = bank;
    this.#paper = paper;
    this.#mode = mode;
    this.#prepare = prepare;
    this.#holders = paper.questions.map(() => element("div", { hidden: "" }));
    this.node = element("div", { class: "itembank-exam-sheet" }, ...this.#holders);
  }

  /**
   * Return the place of the question that holds `node`, -1 if none does.
   * @param {Node} node
   */
  placeOf(node) {
    return this.#holders.findIndex((holder) => holder.contains(node));
  }

  /**
   * Put one question on show.
   * @param {number} place
   */
  async show(place) {
    this.#holders.forEach((holder, number) => (holder.hidden = number !== place));
    const holder = this.#holders[place];
    try {
      const question = await this.load(place);
      // A hidden one has no width that tells what scrolls.
      letKeyboardScroll(question);
    } catch {
      if (holder.childElementCount) return;
      if (!this.#bank.entries.has(this.#paper.questions[place])) {
        holder.append(notice(examStrings.missing));
        return;
      }
      const again = button(examStrings.again, () => {
        holder.replaceChildren();
        this.show(place);
      });
      holder.append(notice(examStrings.notLoaded), actions(again));
    }
  }

  /**
   * Return a question, loaded and started.
   * @param {number} place
   * @returns {Promise<Question>} rejects if it cannot be loaded; the next call tries again
   */
  load(place) {
    const known = this.#loading.get(place);
    if (known) return known;
    const started = this.#start(place).catch((error) => {
      this.#loading.delete(place);
      throw error;
    });
    this.#loading.set(place, started);
    return started;
  }

  /** Load what is not here yet, one after the other. */
  async loadAll() {
    for (const place of this.#holders.keys()) {
      if (!this.node.isConnected) return;
      await this.load(place).catch(() => {});
    }
  }

  /** @param {number} place */
  async #start(place) {
    const { code, questions } = this.#paper;
    const id = questions[place];
    const entry = this.#bank.entries.get(id);
    if (!entry) throw new Error(`no question ${id} on this site`);
    const { seed, number } = parseCode(code) ?? { seed: 0, number: 0 };
    const own = mixed(seed, `${number} ${id}`);
    const holder = this.#holders[place];
    const mode = this.#mode;
    const question = await mountQuestion(this.#bank, entry, holder, {
      ...(mode ? { mode } : {}),
      seed: own,
    });
    for (const child of [...holder.children]) if (child !== question) child.remove();
    const sets = Number(question.dataset.variants ?? 1);
    if (sets > 1) question.restore({ response: "", variant: own % sets });
    this.#prepare(question, place);
    return question;
  }
}
