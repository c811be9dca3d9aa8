/** The order of a shuffled question, which stays the same for one reader: on retry, and next week. */

import { newSeed } from "../shuffle.js";
import { slot } from "./slot.js";

/**
 * Return the seed of a question for this reader. One random number is stored for all of them.
 * @param {string} item
 */
export function seedOf(item) {
  const place = slot("seed");
  let seed = place.read();
  if (!Number.isInteger(seed)) {
    seed = newSeed();
    place.write(seed);
  }
  // FNV-1a, so that questions do not share their order.
  for (const letter of item) seed = Math.imul(seed ^ letter.charCodeAt(0), 0x01000193);
  return seed;
}
