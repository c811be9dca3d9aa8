/**
 * Entry of the script that tells a server of attempts, by xAPI. It listens to the event that other
 * scripts of the site can hear too, and grading knows nothing of it.
 */

import { readBank } from "../deck/bank.js";
import { settings } from "../settings.js";
import { slot } from "../state/slot.js";
import { Queue } from "./queue.js";
import { statement } from "./statement.js";
import { newUuid } from "./uuid.js";

/** @typedef {import("../events.js").Attempt} Attempt */

const MARK = "itembankXapi";

if (settings.xapi && !(MARK in globalThis)) {
  // Instant navigation evaluates this again, in the same document.
  Object.assign(globalThis, { [MARK]: true });
  const queue = new Queue(settings.xapi);
  addEventListener("online", () => queue.send());
  addEventListener("itembank:attempt", (event) => {
    const { detail, target } = /** @type {CustomEvent<Attempt>} */ (event);
    const activity = activityOf(detail.item, /** @type {HTMLElement} */ (target));
    const account = { homePage: new URL("/", activity.url).href, name: readerId() };
    const { lang } = document.documentElement;
    // A copy on a disk: its addresses tell where, and perhaps whose.
    if (!activity.url.startsWith("http")) return;
    queue.add(statement(detail, activity, account, newUuid(), lang));
  });
  queue.send();
}

/**
 * Return the activity of a question: on its own page, embedded in another, or drawn from the bank.
 * @param {string} item
 * @param {HTMLElement} target
 * @returns {import("./statement.js").Activity}
 */
function activityOf(item, target) {
  const { url, type, title } = readBank()?.entries.get(item) ?? {};
  const origin = target.querySelector(".itembank-origin");
  const page = /** @type {HTMLAnchorElement | null | undefined} */ (origin?.querySelector("a"));
  // Embedded, and no page of its own on this site.
  const place = origin ? `#q-${item}` : "";
  return {
    url: url ?? page?.href ?? location.href.replace(/[?#].*|$/, place),
    type: type ?? target.dataset.type ?? "",
    ...(title ? { title } : {}),
  };
}

/** Return a name for this reader that says nothing of them: a random one, stored here. */
function readerId() {
  const place = slot("xapi-reader");
  let id = place.read();
  if (typeof id !== "string" || !/^[\da-f-]{36}$/.test(id)) {
    id = newUuid();
    place.write(id);
  }
  return id;
}
