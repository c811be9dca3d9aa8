/** The records of an archive in a file that anybody may have written. */

/** @typedef {import("./archive.js").Attempt} Attempt */
/** @typedef {import("./archive.js").Sitting} Sitting */

/** @typedef {(value: any) => boolean} Test */

/**
 * The last moment of the year 9999. A date holds later ones, but the log moves times on, and a date
 * past its end makes a page throw.
 */
const END_OF_TIME = 253_402_300_799_999;

/** @type {Test} */
const isText = (value) => typeof value === "string";
/** @type {Test} */
const isId = (value) => isText(value) && /^[\w.-]{1,200}$/.test(value);
/** @type {Test} */
const isIds = (value) => Array.isArray(value) && value.every(isId);
/** @type {Test} */
const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
/** @type {Test} */
const isNumber = (value) => Number.isFinite(value) && value >= 0;
/** @type {Test} */
const isCount = (value) => Number.isInteger(value) && isNumber(value);
/** @type {Test} */
const isTime = (value) => isCount(value) && value <= END_OF_TIME;
/** @type {Test} */
const isShare = (value) => isNumber(value) && value <= 1;

/**
 * The fields of a record; an optional one has a name with a question mark.
 * @type {Record<string, Test>}
 */
const ATTEMPT = {
  item: isId,
  hash: isId,
  revision: isCount,
  "variant?": isCount,
  response: (value) => isText(value) || isIds(value),
  score: isShare,
  policy: isId,
  t: isTime,
  "confidence?": (value) => [1, 2, 3].includes(value),
  "hints?": isCount,
  "exam?": isText,
};

/** @type {Record<string, Test>} */
const SITTING = {
  exam: isId,
  seed: (value) => isId(value) || isCount(value),
  started: isTime,
  t: isTime,
  minutes: isNumber,
  policy: isId,
  questions: (value) => isIds(value) && value.length > 0,
  answered: isCount,
  score: isShare,
  domains: (value) =>
    isObject(value) &&
    Object.values(value).every((part) => isObject(part) && isCount(part.right) && isCount(part.of)),
};

/** @param {unknown} value @returns {Attempt | null} null: it is none */
export const readAttempt = (value) => record(ATTEMPT, value);

/** @param {unknown} value @returns {Sitting | null} null: it is none */
export const readSitting = (value) => record(SITTING, value);

/**
 * Return a copy of the fields that `tests` name, in the order of `value`, so that what was exported
 * comes back as the same text; null when a field is missing or is not as it should be.
 * @param {Record<string, Test>} tests
 * @param {any} value
 * @returns {any}
 */
function record(tests, value) {
  if (!isObject(value)) return null;
  for (const [field, test] of Object.entries(tests)) {
    const name = field.replace("?", "");
    const left = name !== field && value[name] === undefined;
    if (!left && !test(value[name])) return null;
  }
  const known = (/** @type {[string, unknown]} */ [name]) =>
    Object.hasOwn(tests, name) || Object.hasOwn(tests, `${name}?`);
  return Object.fromEntries(Object.entries(structuredClone(value)).filter(known));
}
