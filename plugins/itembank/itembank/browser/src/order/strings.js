/** Every word of order questions that the browser code shows, in English. */

import { translate } from "../translate.js";

export const orderStrings = translate({
  up: "Move step {letter} up",
  down: "Move step {letter} down",
  moved: "Step {letter}, now place {place} of {count}",
  first: "Step {letter} is the first already",
  last: "Step {letter} is the last already",
  untouched: "Move these into their order, then submit.",
  instruction: "Move these into their order.",
  inPlace: "In its place",
  elsewhere: "Belongs at place {place}",
  pairs: "{right} of {all} pairs stand in the right order.",
  rightOrder: "The right order",
  exactOrder: "only the exact order scores, everything else is 0 %.",
});
