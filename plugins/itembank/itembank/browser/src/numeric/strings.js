/** Every word of numeric questions that the browser code shows, in English. */

import { translate } from "../translate.js";

export const numericStrings = translate({
  blank: "Type a number, then submit.",
  unreadable: "This cannot be read as one number. Write it like {examples}.",
  unknownUnit: "The unit “{unit}” is not known here. These work, among others: {units}.",
  verdicts: {
    correct: "Correct, read as {value}",
    slip: "Not correct, read as {value}",
    wrong: "Not correct, read as {value}",
    blank: "Not answered",
    unreadable: "Not correct, it cannot be read as one number",
    "unknown-unit": "Not correct, its unit is not known here",
  },
  knownSlip: "Not correct, and we know the slip",
  otherSlips: "Other typical slips",
  anotherSet: "Another set of numbers",
  newSet: "Set {number} of {count}: the numbers in the question have changed.",
});
