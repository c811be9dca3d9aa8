/**
 * Everything that is stored of a reader, as a value: attempts, sittings, and what was forgotten.
 *
 * The union of two is the same in whatever order, and however often, it is made. So tabs that write
 * over each other end with the same archive.
 */

/** @typedef {import("../events.js").Attempt} Attempt */

/**
 * One finished practice exam.
 * @typedef {object} Sitting
 * @property {string} exam
 * @property {string | number} seed of the draw
 * @property {number} started milliseconds since 1970
 * @property {number} t when it was finished, milliseconds since 1970
 * @property {number} minutes allowed
 * @property {string} policy
 * @property {string[]} questions ids, in the order shown
 * @property {number} answered how many were
 * @property {number} score 0 to 1
 * @property {Record<string, { right: number, of: number }>} domains
 */

/**
 * @typedef {object} Archive
 * @property {readonly Attempt[]} attempts oldest first
 * @property {readonly Sitting[]} sittings oldest first
 * @property {ReadonlyMap<string, number>} forgotten when, by what: "" everything before that time,
 *   an item's id all its attempts before it, `ITEM TIME` one attempt. A negative time brings back
 *   what was forgotten before: a reader who imports a copy wants what is in it.
 */

/** @typedef {Archive & { whole: boolean }} Reading `whole`: nothing had to be left out */

/** Raised whenever a record gets another field: pages of an older form leave the archive alone. */
const FORM = 1;

/** @type {Archive} */
export const EMPTY = { attempts: [], sittings: [], forgotten: new Map() };

/**
 * Read an archive from the text of the storage, which only code of ours has written, unless it broke.
 * @param {string} text
 * @returns {Reading | "corrupt" | "newer"}
 */
export function parseArchive(text) {
  try {
    const { version, attempts, sittings, forgotten } = JSON.parse(text);
    if (version > FORM) return "newer";
    if (version !== FORM) return "corrupt";
    const all = [attempts, sittings].map((records) => records.filter(isRecord));
    return {
      attempts: all[0],
      sittings: all[1],
      forgotten: new Map(Object.entries(forgotten).filter(([, time]) => Number.isFinite(time))),
      whole: all[0].length + all[1].length === attempts.length + sittings.length,
    };
  } catch {
    return "corrupt";
  }
}

/**
 * Write an archive as text; equal archives give equal texts.
 * @param {Archive} archive
 */
export function formatArchive({ attempts, sittings, forgotten }) {
  const times = Object.fromEntries([...forgotten].sort());
  return JSON.stringify({ version: FORM, sittings, forgotten: times, attempts });
}

/**
 * Return the text of an archive with one more attempt at its end; that of a long log takes no
 * longer than that of a short one.
 * @param {string} text of the archive without it
 * @param {Attempt} attempt
 */
export function append(text, attempt) {
  const comma = text.endsWith("[]}") ? "" : ",";
  return `${text.slice(0, -2)}${comma}${JSON.stringify(attempt)}]}`;
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
 * Return when each of `names` is forgotten, or kept after all: now, or after what there is already,
 * whatever the clock says.
 * @param {Archive} archive
 * @param {string[]} names
 * @param {1 | -1} sign
 */
export function stamp({ attempts, sittings, forgotten }, names, sign) {
  const last = Math.max(Date.now(), attempts.at(-1)?.t ?? 0, sittings.at(-1)?.t ?? 0);
  return new Map(
    names.map((name) => [name, sign * Math.max(last, Math.abs(forgotten.get(name) ?? 0) + 1)]),
  );
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

/** @param {any} value */
function isRecord(value) {
  const name = value?.item ?? value?.exam;
  return typeof name === "string" && Number.isInteger(value.t) && value.score >= 0;
}
