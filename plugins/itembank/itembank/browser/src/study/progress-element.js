/** `<itembank-progress>`: how the reader stands, by topic and objective, and what was answered. */

import { notice, table } from "../controls.js";
import { readBank } from "../deck/bank.js";
import { element, heading } from "../dom.js";
import { percent } from "../result.js";
import { openLog } from "../state/log.js";
import { fill } from "../strings.js";
import { confidenceView } from "./confidence-view.js";
import { dataPanel } from "./data-panel.js";
import { historyView, sittingsView } from "./history-view.js";
import { pageLinks } from "./links.js";
import { replaceKeepingFocus } from "./replace.js";
import { troubleNotices } from "./notices.js";
import { standings } from "./standing.js";
import { studyStrings } from "./strings.js";
import { summary } from "./summary.js";

/** @typedef {import("./summary.js").Row} Row */

export class ProgressElement extends HTMLElement {
  /** @type {import("../deck/bank.js").Bank | null} */
  #bank = null;

  /** @type {import("./links.js").Links} */
  #links = { page: "", exams: new Map() };

  /** What changes with the log; what the reader does with the data stays. */
  #views = element("div", {});

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
  }

  #begin() {
    // Put back into the page, it has them no more.
    if (!this.#bank) this.#links = pageLinks(this);
    this.#bank = readBank();
    if (!this.#bank) {
      this.append(notice(studyStrings.noBank));
      return;
    }
    this.replaceChildren(this.#views, dataPanel(this.#bank));
    this.#show();
    this.#stop = openLog().listen(() => this.#show());
  }

  #show() {
    const bank = this.#bank;
    if (!bank) return;
    const log = openLog();
    const now = Date.now();
    const entries = [...bank.entries.values()];
    const found = standings(entries, log.attempts, now);
    const [all] = summary(entries, found, now, () => [{ name: "", url: "" }]);
    const topics = summary(entries, found, now, ({ topic }) => [{ name: topic.title, url: topic.url }]);
    const objectives = summary(entries, found, now, (entry) =>
      entry.objectives.map((name) => ({ name, url: "" })),
    );
    const any = log.attempts.length || log.sittings.length;
    replaceKeepingFocus(this.#views, [
      ...troubleNotices(),
      element("p", {}, any ? studyStrings.only : `${studyStrings.nothing} ${studyStrings.only}`),
      ...(all ? [this.#overview(all)] : []),
      ...rowsView(studyStrings.byTopic, studyStrings.topic, topics),
      ...folded(rowsView(studyStrings.byObjective, studyStrings.objective, objectives)),
      ...confidenceView(log.attempts),
      ...sittingsView(log.sittings, this.#links.exams),
      ...historyView(log.attempts, bank),
    ]);
  }

  /** @param {Row} all */
  #overview({ of, answered, right, due }) {
    const { page } = this.#links;
    const link = due && page ? [" ", element("a", { href: page }, studyStrings.review)] : [];
    return facts([
      [studyStrings.answered, fill(studyStrings.answeredOf, { answered, of })],
      [studyStrings.right, String(right)],
      [studyStrings.due, String(due), ...link],
    ]);
  }
}

/** @param {[string, ...(Node | string)[]][]} pairs */
function facts(pairs) {
  const rows = pairs.map(([name, ...value]) =>
    element("div", {}, element("dt", {}, name), element("dd", {}, ...value)),
  );
  return element("dl", { class: "itembank-overview" }, ...rows);
}

/**
 * @param {string} title
 * @param {string} what the first column holds
 * @param {Row[]} rows
 * @returns {HTMLElement[]}
 */
function rowsView(title, what, rows) {
  if (!rows.length) return [];
  const cells = rows.map(({ name, url, of, answered, right, first, due }) => [
    url ? element("a", { href: url }, name) : name,
    `${answered} / ${of}`,
    String(right),
    answered ? fill(studyStrings.percent, { percent: percent(first) }) : "–",
    String(due),
  ]);
  const { answered, rightShort, first, states } = studyStrings;
  return [
    heading(2, { class: "itembank-section-title" }, title),
    table(title, [what, answered, rightShort, first, states.due], cells),
    element("p", { class: "itembank-rule" }, studyStrings.columns),
  ];
}

/**
 * Put a view behind its title.
 * @param {HTMLElement[]} view
 */
function folded([title, ...rest]) {
  if (!title) return [];
  const summaryLine = element("summary", {}, title.textContent ?? "");
  return [element("details", { class: "itembank-data" }, summaryLine, ...rest)];
}
