/**
 * Everything that is stored of a reader, as a value: attempts, sittings, and what was forgotten.
 *
 * The union of two is the same in whatever order, and however often, it is made. So tabs that write
 * over each other end with the same archive.
 */

import { isSignedTime, readAttempt, readSitting } from "./records.js";

/**
 * @typedef {object} Archive
 * @property {readonly import("./records.js").Attempt[]} attempts oldest first
 * @property {readonly import("./records.js").Sitting[]} sittings oldest first
 * @property {ReadonlyMap<string, number>} forgotten when, by what: "" everything before that time,
 *   an item's id all its attempts before it, `ITEM TIME` one attempt. A negative time brings back
 *   what was forgotten before: a reader who imports a copy wants what is in it.
 */

/** @typedef {Archive & { refused: string[] }} Reading `refused`: what is no record, as text */

/** Raised whenever a record gets another field: pages of an older form leave the archive alone. */
const FORM = 1;

/** @type {Archive} */
export const EMPTY = { attempts: [], sittings: [], forgotten: new Map() };

/**
 * Read an archive from text.
 * @param {string} text
 * @returns {Reading | "corrupt" | "newer"}
 */
export function parseArchive(text) {
  /** @type {any} */
  let data;
  try {
    data = JSON.parse(text);
  } catch {
    return "corrupt";
  }
  if (data?.version > FORM) return "newer";
  if (data?.version !== FORM) return "corrupt";

  /** @type {string[]} */
  const refused = [];
  const read = (/** @type {unknown} */ values, /** @type {(value: unknown) => any} */ reader) =>
    (Array.isArray(values) ? values : []).flatMap((value) => {
      const found = reader(value);
      if (!found) refused.push(JSON.stringify(value));
      return found ?? [];
    });
  const times = Object.entries(data.forgotten ?? {}).filter(([, time]) => isSignedTime(time));
  return {
    attempts: read(data.attempts, readAttempt),
    sittings: read(data.sittings, readSitting),
    forgotten: new Map(/** @type {[string, number][]} */ (times)),
    refused,
  };
}

/**
 * Write an archive as text; equal archives give equal texts.
 * @param {Archive} archive
 */
export function formatArchive({ attempts, sittings, forgotten }) {
  const times = Object.fromEntries([...forgotten].sort());
  return JSON.stringify({ version: FORM, attempts, sittings, forgotten: times });
}

/**
 * Return what is in either archive and not forgotten.
 * @param {Archive} one
 * @param {Archive} other
 * @returns {Archive}
 */
export function union(one, other) {
  const forgotten = new Map(one.forgotten);
  for (const [what, time] of other.forgotten) {
    const known = forgotten.get(what) ?? 0;
    const later = Math.abs(time) - Math.abs(known);
    if (later > 0 || (!later && time < known)) forgotten.set(what, time);
  }
  return {
    attempts: merged(one.attempts, other.attempts).filter(
      ({ item, t }) => t > forgottenUntil(forgotten, "", item, `${item} ${t}`),
    ),
    sittings: merged(one.sittings, other.sittings).filter(
      ({ t }) => t > forgottenUntil(forgotten, ""),
    ),
    forgotten,
  };
}

/**
 * Return the time up to which any of these was forgotten.
 * @param {Archive["forgotten"]} forgotten
 * @param {...string} names
 */
export function forgottenUntil(forgotten, ...names) {
  return Math.max(...names.map((name) => forgotten.get(name) ?? 0));
}

/**
 * @template {{ t: number }} T
 * @param {readonly T[]} one
 * @param {readonly T[]} other
 * @returns {T[]}
 */
function merged(one, other) {
  const texts = new Map([...one, ...other].map((entry) => [JSON.stringify(entry), entry]));
  return [...texts]
    .sort(([text, { t }], [otherText, { t: otherT }]) => t - otherT || (text < otherText ? -1 : 1))
    .map(([, entry]) => entry);
}
