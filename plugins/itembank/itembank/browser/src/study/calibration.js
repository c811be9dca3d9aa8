/** How often a reader is right when guessing, fairly sure, certain. */

/** So many answers with confidence make a picture; fewer would show chance. */
export const LEAST = 20;

/**
 * The shares of right answers at which each level is the best bet under the marks of certainty-based
 * marking, 1, 2, 3 for a right answer and 0, -2, -6 for a wrong one: guessing below two thirds,
 * certain from four fifths on.
 * @type {readonly [number, number][]}
 */
export const FITTING = [
  [0, 0.67],
  [0.67, 0.8],
  [0.8, 1],
];

/**
 * @typedef {object} Level
 * @property {number} answers
 * @property {number} right exactly
 * @property {number} share of right ones; NaN if there is no answer
 * @property {number} low end of the interval in which the share may well lie, by Wilson, 95 %
 * @property {number} high end of it
 */

/**
 * Return the three levels, guessing first; null while there are too few answers.
 * @param {readonly import("../events.js").Attempt[]} attempts
 * @returns {Level[] | null}
 */
export function calibration(attempts) {
  const said = attempts.filter(({ confidence }) => confidence);
  if (said.length < LEAST) return null;
  return [1, 2, 3].map((level) => {
    const own = said.filter(({ confidence }) => confidence === level);
    const right = own.filter(({ score }) => score >= 1).length;
    const answers = own.length;
    return { answers, right, share: right / answers, ...wilson(right, answers) };
  });
}

/**
 * @param {number} right
 * @param {number} of
 */
function wilson(right, of) {
  const z = 1.96;
  const share = right / of;
  const middle = (share + (z * z) / (2 * of)) / (1 + (z * z) / of);
  const half =
    (z / (1 + (z * z) / of)) * Math.sqrt((share * (1 - share)) / of + (z * z) / (4 * of * of));
  return { low: Math.max(0, middle - half), high: Math.min(1, middle + half) };
}
