/** What the reader can do with the data: save a copy, add one, forget. */

import { actions, ask, button } from "../controls.js";
import { element, heading } from "../dom.js";
import { openLog } from "../state/log.js";
import { exportLog, forgetAll, importLog } from "../state/transfer.js";
import { fill } from "../strings.js";
import { studyStrings } from "./strings.js";

/** No log that a storage takes makes a larger file. */
const MOST_BYTES = 32 * 1024 * 1024;
/** Enough to find the place in the file. */
const [SHOWN, LENGTH] = [5, 200];

/**
 * Build the panel; it tells what it has done in a live region of its own.
 * @param {import("../deck/bank.js").Bank} bank
 * @returns {HTMLElement}
 */
export function dataPanel(bank) {
  const words = studyStrings.data;
  const status = element("p", { class: "itembank-status", role: "status", "data-tone": "news" });
  const details = element("div", {});
  const say = (/** @type {string} */ text, /** @type {Node[]} */ ...more) => {
    status.textContent = text;
    details.replaceChildren(...more);
  };

  const input = /** @type {HTMLInputElement} */ (
    element("input", { type: "file", accept: ".json,application/json" })
  );
  input.addEventListener("change", async () => {
    const file = input.files?.[0];
    if (!file) return;
    say(...(await added(file)));
    input.value = "";
  });

  const topics = new Map([...bank.entries.values()].map(({ topic }) => [topic.name, topic.title]));
  const select = /** @type {HTMLSelectElement} */ (
    element(
      "select",
      {},
      ...[...topics].map(([name, title]) => element("option", { value: `topic ${name}` }, title)),
      element("option", { value: "" }, words.everything),
    )
  );
  const forget = button(words.forget, () => {
    const name = select.value;
    const dialog = ask(
      name ? fill(words.sureTopic, { topic: topics.get(name.slice(6)) ?? "" }) : words.sureAll,
      words.lost,
      [words.forget, () => say(forgotten(bank, name) ? words.forgotten : words.nothing)],
      [words.keep],
    );
    panel.append(dialog);
    dialog.showModal();
  });

  const panel = element(
    "section",
    { class: "itembank-own-data" },
    heading(2, { class: "itembank-section-title" }, words.title),
    actions(
      button(words.save, () => {
        save();
        say(words.saved);
      }),
    ),
    element("label", { class: "itembank-choice" }, words.load, input),
    element("div", { class: "itembank-choice" }, element("label", {}, words.what, select), actions(forget)),
    status,
    details,
  );
  return panel;
}

/** Let the browser store everything as a file. */
function save() {
  const file = new Blob([exportLog()], { type: "application/json" });
  const href = URL.createObjectURL(file);
  const day = new Date().toLocaleDateString("sv");
  element("a", { href, download: `itembank-progress-${day}.json` }).click();
  setTimeout(() => URL.revokeObjectURL(href), 60_000);
}

/**
 * Add what a file holds, and return what to say.
 * @param {File} file
 * @returns {Promise<[string, ...Node[]]>}
 */
async function added(file) {
  const words = studyStrings.data;
  if (file.size > MOST_BYTES) return [words.large];
  let found;
  try {
    found = importLog(await file.text());
  } catch {
    // Nested deeper than this browser can follow, or the file went away meanwhile.
    return [words.corrupt];
  }
  const { refused } = found;
  if (refused[0] === "corrupt") return [words.corrupt];
  if (refused[0] === "newer") return [words.newer];
  const text = fill(words.loaded, { ...found, refused: refused.length });
  if (!refused.length) return [text];
  const lines = refused.slice(0, SHOWN).map((record) => element("li", {}, record.slice(0, LENGTH)));
  const summary = element("summary", {}, words.refused);
  return [text, element("details", { class: "itembank-data" }, summary, element("ul", {}, ...lines))];
}

/**
 * Forget, and tell whether there was anything.
 * @param {import("../deck/bank.js").Bank} bank
 * @param {string} name of a topic, after `topic `; "" for everything
 */
function forgotten(bank, name) {
  const log = openLog();
  const before = log.attempts.length + log.sittings.length;
  if (name) {
    log.forget(({ item }) => `topic ${bank.entries.get(item)?.topic.name}` === name);
  } else {
    forgetAll();
  }
  return log.attempts.length + log.sittings.length < before;
}
