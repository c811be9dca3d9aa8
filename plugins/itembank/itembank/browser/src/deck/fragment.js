/** A question out of its own page, ready to stand in another. */

import { loadScript } from "./scripts.js";

/**
 * Return the element of a question, which no document shows yet: it starts when it is put into one.
 * @param {import("./bank.js").Entry} entry
 * @returns {Promise<HTMLElement>} rejects when it cannot be loaded, or is another than the index says
 */
export async function loadQuestion(entry) {
  const html = entry.fragment ? await fromScript(entry) : await fromPage(entry);
  // Text of the site's own build, and a document in which nothing runs or loads.
  const parsed = new DOMParser().parseFromString(html, "text/html");
  const question = /** @type {HTMLElement | null} */ (
    parsed.querySelector(`itembank-question[data-item="${CSS.escape(entry.id)}"]`)
  );
  if (!question) throw new Error(`no question ${entry.id} at ${entry.fragment || entry.url}`);
  rebase(question, entry.url);
  return question;
}

/** @param {import("./bank.js").Entry} entry */
async function fromScript({ id, fragment }) {
  await loadScript(fragment);
  const { itembankItems } = /** @type {{ itembankItems?: Record<string, string> }} */ (globalThis);
  return itembankItems?.[id] ?? "";
}

/**
 * Hosts that render files one by one have no such scripts; a page can be read where it is served.
 * @param {import("./bank.js").Entry} entry
 */
async function fromPage({ url }) {
  const answer = await fetch(url);
  return answer.ok ? answer.text() : "";
}

/**
 * Make relative addresses, which count from the question's own page, absolute.
 * @param {HTMLElement} question
 * @param {string} url of that page
 */
function rebase(question, url) {
  for (const node of question.querySelectorAll("[href], [src], [srcset], [poster]")) {
    for (const name of ["href", "src", "poster"]) {
      const target = node.getAttribute(name);
      if (target === null || isInside(question, target)) continue;
      node.setAttribute(name, absolute(target, url));
    }
    const sources = node.getAttribute("srcset");
    if (sources !== null) node.setAttribute("srcset", rebasedSources(sources, url));
  }
}

/**
 * Tell whether an address leads to a place in the question itself, such as an option.
 * @param {HTMLElement} question
 * @param {string} target
 */
function isInside(question, target) {
  if (!target.startsWith("#")) return false;
  return target === `#${question.id}` || Boolean(question.querySelector(`#${CSS.escape(target.slice(1))}`));
}

/**
 * @param {string} target
 * @param {string} url
 */
function absolute(target, url) {
  return URL.canParse?.(target, url) === false ? target : new URL(target, url).href;
}

/**
 * @param {string} sources as in `srcset`: addresses with a width or density each
 * @param {string} url
 */
function rebasedSources(sources, url) {
  return sources
    .split(/,\s+/)
    .map((source) => {
      const [address, ...size] = source.trim().split(/\s+/);
      return [absolute(address, url), ...size].join(" ");
    })
    .join(", ");
}
