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
      if (!standing) continue;
      const facets = (row.dataset.facets ?? "").split(" ").filter((name) => !name.startsWith("own-"));
      facets.push(`own-${standing.state}`, ...(standing.due <= now ? ["own-due"] : []));
      row.dataset.facets = facets.join(" ");
      row.querySelector(".itembank-mark")?.remove();
      row.querySelector("a")?.after(" ", mark(standing));
    }
    this.#offer(list);
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
