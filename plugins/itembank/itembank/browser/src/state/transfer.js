/** Progress as a file that the reader keeps, and back; in add-ons only, for few pages need it. */

import { formatArchive, stamp } from "./archive.js";
import { openLog } from "./log.js";
import { readAttempt, readSitting } from "./records.js";

/** Return everything as the text of a file that `importLog` takes. */
export function exportLog() {
  return formatArchive(openLog().archive);
}

/**
 * Add what is in the text of a file, of whatever origin. It can erase nothing.
 * @param {string} text
 * @returns {{ added: number, known: number, refused: string[] }} how many records were new and how
 *   many were not, and what could not be read: `corrupt` or `newer` for the file as a whole
 */
export function importLog(text) {
  const found = readFile(text);
  if (typeof found === "string") return { added: 0, known: 0, refused: [found] };
  const { refused, ...news } = found;
  const log = openLog();
  const before = count(log);
  log.change((archive) => {
    // What was forgotten is wanted again.
    const names = ["", ...news.attempts.flatMap(({ item, t }) => [item, `${item} ${t}`])];
    const gone = names.filter((name) => archive.forgotten.has(name));
    return {
      attempts: unknown(news.attempts, archive.attempts),
      sittings: unknown(news.sittings, archive.sittings),
      forgotten: stamp(archive, gone, -1),
    };
  });
  const added = count(log) - before;
  return { added, known: news.attempts.length + news.sittings.length - added, refused };
}

/** Forget every attempt and every exam, in every tab. */
export function forgetAll() {
  openLog().change((archive) => ({ forgotten: stamp(archive, [""], 1) }));
}

/**
 * @param {string} text
 * @returns {"corrupt" | "newer" | { attempts: import("./archive.js").Attempt[],
 *   sittings: import("./archive.js").Sitting[], refused: string[] }}
 */
function readFile(text) {
  /** @type {any} */
  let data;
  try {
    data = JSON.parse(text);
  } catch {
    return "corrupt";
  }
  if (data?.version > 1) return "newer";
  if (data?.version !== 1) return "corrupt";
  /** @type {string[]} */
  const refused = [];
  const read = (/** @type {unknown} */ values, /** @type {(value: unknown) => any} */ reader) =>
    (Array.isArray(values) ? values : []).flatMap((value) => {
      const record = reader(value);
      if (!record) refused.push(JSON.stringify(value));
      return record ?? [];
    });
  return {
    attempts: read(data.attempts, readAttempt),
    sittings: read(data.sittings, readSitting),
    refused,
  };
}

/**
 * Return the records that are not among `known`, whatever the order of their fields is.
 * @template {object} T
 * @param {T[]} records
 * @param {readonly T[]} known
 * @returns {T[]}
 */
function unknown(records, known) {
  const sorted = (/** @type {string} */ _, /** @type {any} */ value) =>
    value?.constructor === Object ? Object.entries(value).sort() : value;
  const text = (/** @type {T} */ record) => JSON.stringify(record, sorted);
  const texts = new Set(known.map(text));
  return records.filter((record) => !texts.has(text(record)));
}

/** @param {{ attempts: readonly unknown[], sittings: readonly unknown[] }} log */
function count({ attempts, sittings }) {
  return attempts.length + sittings.length;
}
