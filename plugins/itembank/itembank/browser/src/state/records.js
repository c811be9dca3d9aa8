/** What is stored of a reader, and reading it from text that anybody may have written. */

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

/** @typedef {(value: any) => boolean} Test */

/** The last moment that a date can hold. */
const END_OF_TIME = 8.64e15;

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
 * The fields of a record in the order in which they are written, so that equal records are equal
 * texts; an optional one has a name with a question mark.
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
  seed: (value) => isText(value) || isCount(value),
  started: isTime,
  t: isTime,
  minutes: isNumber,
  policy: isId,
  questions: isIds,
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
 * Return a copy of the fields that `tests` name, null when one is missing or is not as it should be.
 * @param {Record<string, Test>} tests
 * @param {any} value
 * @returns {any}
 */
function record(tests, value) {
  if (!isObject(value)) return null;
  /** @type {Record<string, unknown>} */
  const copy = {};
  for (const [field, test] of Object.entries(tests)) {
    const name = field.replace("?", "");
    if (name !== field && value[name] === undefined) continue;
    if (!test(value[name])) return null;
    copy[name] = structuredClone(value[name]);
  }
  return copy;
}

/**
 * Tell whether a value is a time at which something was forgotten, or, negative, kept after all.
 * @param {unknown} value
 */
export function isSignedTime(value) {
  return typeof value === "number" && isTime(Math.abs(value));
}
