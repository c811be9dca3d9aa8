/**
 * `<itembank-review>`: one question after the other, as they are due. Three views: what is due;
 * a question; what was done.
 */

import { actions, button, notice } from "../controls.js";
import { readBank } from "../deck/bank.js";
import { mountQuestion } from "../deck/mount.js";
import { element, heading } from "../dom.js";
import { openLog } from "../state/log.js";
import { fill } from "../strings.js";
import { pageLinks } from "./links.js";
import { dateWords, troubleNotices } from "./notices.js";
import { dueQueue, weakestQueue } from "./queue.js";
import { replaceKeepingFocus } from "./replace.js";
import { standings } from "./standing.js";
import { studyStrings } from "./strings.js";
import { summary } from "./summary.js";

/** @typedef {import("../deck/bank.js").Entry} Entry */

/**
 * @typedef {object} Session
 * @property {Entry[]} queue
 * @property {number} place
 * @property {boolean} due whether these are the due ones
 * @property {Map<string, number>} scores of what was answered, by id
 */

/** So many of the weakest at a time. */
const WEAKEST = 10;
/** So many of the due are listed. */
const LISTED = 50;

export class ReviewElement extends HTMLElement {
  /** @type {import("../deck/bank.js").Bank | null} */
  #bank = null;

  /** @type {Session | null} */
  #session = null;

  /** Address of the page of progress. */
  #progress = "";

  /** @type {() => void} */
  #stop = () => {};

  connectedCallback() {
    if (document.readyState === "loading") {
      document.addEventListener("DOMContentLoaded", () => this.#begin(), { once: true });
    } else {
      this.#begin();
    }
  }

  disconnectedCallback() {
    this.#stop();
    this.#session = null;
  }

  #begin() {
    // Put back into the page, it has the link no more.
    if (!this.#bank) this.#progress = pageLinks(this).page;
    this.#bank = readBank();
    if (!this.#bank) {
      this.append(notice(studyStrings.noBank));
      return;
    }
    this.#showStart();
    this.#stop = openLog().listen(() => {
      if (!this.#session) this.#showStart();
    });
    this.addEventListener("itembank:attempt", (event) => {
      const { item, score } = /** @type {CustomEvent} */ (event).detail;
      this.#session?.scores.set(item, score);
    });
  }

  /** Read the log anew. */
  #now() {
    const entries = [...(this.#bank?.entries.values() ?? [])];
    const now = Date.now();
    const found = standings(entries, openLog().attempts, now);
    return { entries, now, found };
  }

  #showStart() {
    this.#session = null;
    const { entries, now, found } = this.#now();
    const queue = dueQueue(entries, found, now);
    const words = studyStrings.queue;
    const start = button(words.start, () => this.#start(queue, true), "primary");
    const weakest = button(words.weakest, () => this.#practiseWeakest(), queue.length ? "" : "primary");
    replaceKeepingFocus(this, [
      ...troubleNotices(),
      element("p", {}, queue.length ? fill(words.count, { count: queue.length }) : this.#nothing()),
      actions(...(queue.length ? [start] : []), weakest),
      element("p", { class: "itembank-rule" }, words.how, " ", studyStrings.only),
      ...listed(queue, (entry) => found.get(entry.id)?.mistaken === true),
      this.#toProgress(),
    ]);
  }

  /** Say that nothing is due, and when something will be. */
  #nothing() {
    const { found } = this.#now();
    const next = Math.min(...[...found.values()].map(({ due }) => due));
    const words = studyStrings.queue;
    return Number.isFinite(next)
      ? `${words.none} ${fill(words.next, { date: dateWords(next) })}`
      : words.none;
  }

  #practiseWeakest() {
    const { entries, now, found } = this.#now();
    const topics = summary(entries, found, now, ({ topic }) => [{ name: topic.title, url: "" }]);
    const names = topics.map(({ name }) => name);
    this.#start(weakestQueue(entries, found, names).slice(0, WEAKEST), false);
  }

  /**
   * @param {Entry[]} queue
   * @param {boolean} due
   */
  #start(queue, due) {
    this.#session = { queue, due, place: -1, scores: new Map() };
    this.#next();
  }

  /** Show the next question, leaving out what was answered in another tab meanwhile. */
  #next() {
    const session = this.#session;
    if (!session) return;
    const { now, found } = this.#now();
    do session.place += 1;
    while (
      session.due &&
      session.place < session.queue.length &&
      Number(found.get(session.queue[session.place].id)?.due) > now
    );
    if (session.place < session.queue.length) this.#ask(session, session.queue[session.place]);
    else this.#finish(session);
  }

  /**
   * @param {Session} session
   * @param {Entry} entry
   */
  #ask(session, entry) {
    const words = studyStrings.queue;
    const place = { place: session.place + 1, count: session.queue.length };
    const title = heading(
      2,
      { class: "itembank-review-title", tabindex: -1 },
      fill(words.place, place),
    );
    const about = element("p", { class: "itembank-rule" }, entry.topic.title, " · ");
    about.append(element("a", { href: entry.url }, words.open));
    const sheet = element("div", { class: "itembank-review-sheet" });
    const next = button(words.skip, () => this.#next());
    const finish = button(words.finish, () => this.#finish(session));
    sheet.addEventListener("itembank:reveal", () => {
      next.textContent = words.following;
      next.classList.add("itembank-submit");
    });
    this.replaceChildren(...troubleNotices(), title, about, sheet, actions(next, finish));
    title.focus();
    this.#mount(entry, sheet);
  }

  /**
   * @param {Entry} entry
   * @param {HTMLElement} sheet
   */
  async #mount(entry, sheet) {
    const bank = this.#bank;
    if (!bank) return;
    try {
      sheet.replaceChildren();
      await mountQuestion(bank, entry, sheet);
    } catch {
      const again = button(studyStrings.queue.again, () => this.#mount(entry, sheet));
      sheet.replaceChildren(notice(studyStrings.queue.notLoaded), actions(again));
    }
  }

  /** @param {Session} session */
  #finish({ scores }) {
    this.#session = null;
    const words = studyStrings.queue;
    const right = [...scores.values()].filter((score) => score >= 1).length;
    const { entries, now, found } = this.#now();
    const left = dueQueue(entries, found, now).length;
    const title = heading(2, { class: "itembank-review-title", tabindex: -1 }, words.done);
    this.replaceChildren(
      title,
      element("p", {}, fill(words.counted, { answered: scores.size, right })),
      element("p", {}, left ? fill(words.count, { count: left }) : this.#nothing()),
      actions(
        ...(left ? [button(words.start, () => this.#restart(), "primary")] : []),
        button(words.weakest, () => this.#practiseWeakest()),
      ),
      this.#toProgress(),
    );
    title.focus();
  }

  #restart() {
    const { entries, now, found } = this.#now();
    this.#start(dueQueue(entries, found, now), true);
  }

  #toProgress() {
    const href = this.#progress;
    return element("p", {}, href ? element("a", { href }, studyStrings.queue.progress) : "");
  }
}

/**
 * @param {Entry[]} queue
 * @param {(entry: Entry) => boolean} isMistaken
 * @returns {HTMLElement[]}
 */
function listed(queue, isMistaken) {
  if (!queue.length) return [];
  const words = studyStrings.queue;
  const rows = queue.slice(0, LISTED).map((entry) => {
    const why = isMistaken(entry) ? ` · ${words.mistaken}` : "";
    const link = element("a", { href: entry.url }, entry.title);
    return element("li", {}, link, ` (${entry.topic.title}${why})`);
  });
  const more = queue.length - rows.length;
  return [
    element(
      "details",
      { class: "itembank-data" },
      element("summary", {}, words.list),
      element("ul", {}, ...rows),
      ...(more ? [element("p", {}, fill(words.more, { count: more }))] : []),
    ),
  ];
}
