/**
 * `<itembank-marks>`: in a list of questions, puts beside each how the reader stands with it, and
 * lets the list be narrowed by that. A reader who has answered nothing sees nothing of it.
 */

import { element } from "../dom.js";
import { openLog } from "../state/log.js";
import { mark } from "./mark.js";
import { standings } from "./standing.js";
import { studyStrings } from "./strings.js";

/** What the list can be narrowed by; the style sheet hides what is not chosen. */
const CHOICES = /** @type {const} */ (["right", "partly", "wrong", "open", "due"]);

export class MarksElement extends HTMLElement {
  /** Mark of each question, by name. @type {Map<Element, string>} */
  #marked = new Map();

  /** Marks to copy, by name: a list may have a thousand. @type {Map<string, HTMLElement>} */
  #made = new Map();

  /** @type {() => void} */
  #stop = () => {};

  connectedCallback() {
    this.#stop = openLog().listen(() => this.#mark());
    if (document.readyState === "loading") {
      document.addEventListener("DOMContentLoaded", () => this.#mark(), { once: true });
    } else {
      this.#mark();
    }
  }

  disconnectedCallback() {
    this.#stop();
  }

  #mark() {
    const list = this.parentElement;
    const { attempts } = openLog();
    const marked = list?.querySelector(".itembank-mark");
    if (!list || (!attempts.length && !marked)) return;
    const now = Date.now();
    const rows = /** @type {NodeListOf<HTMLElement>} */ (list.querySelectorAll("li[data-item]"));
    const questions = [...rows].map(({ dataset: { item, hash } }) => ({
      id: item ?? "",
      hash: hash ?? "",
    }));
    const found = standings(questions, attempts, now);
    for (const row of rows) {
      const standing = found.get(row.dataset.item ?? "");
      if (standing) this.#markRow(row, standing, standing.due <= now);
    }
    this.#offer(list);
  }

  /**
   * Mark a question, unless it is marked so already.
   * @param {HTMLElement} row
   * @param {import("./standing.js").Standing} standing
   * @param {boolean} due
   */
  #markRow(row, standing, due) {
    const own = ` own-${standing.state}${due ? " own-due" : ""}`;
    const name = `${own}${standing.changed}`;
    if (this.#marked.get(row) === name) return;
    this.#marked.set(row, name);
    row.dataset.facets = (row.dataset.facets ?? "").replace(/ own-.*|$/, own);
    const made = this.#made.get(name) ?? mark(standing);
    this.#made.set(name, made);
    row.querySelector(".itembank-mark")?.remove();
    row.querySelector("a")?.after(made.cloneNode(true));
  }

  /** @param {Element} list */
  #offer(list) {
    const form = list.querySelector("form");
    if (!form || form.querySelector(".itembank-own")) return;
    const options = CHOICES.map((state) =>
      element("option", { value: `own-${state}` }, studyStrings.states[state]),
    );
    const all = element("option", { value: "" }, studyStrings.all);
    const select = element("select", { class: "itembank-own" }, all, ...options);
    form.append(element("label", {}, studyStrings.filter, select));
  }
}
