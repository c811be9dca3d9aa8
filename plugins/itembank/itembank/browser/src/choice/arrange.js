/** Putting option rows in another order. Letters follow the order shown; ids never change. */

import { part } from "../markup.js";
import { shuffled } from "../shuffle.js";
import { seedOf } from "../state/seed.js";

/**
 * Shuffle the rows and re-letter labels, rationales and references.
 * @param {import("../markup.js").Frame} frame
 * @param {import("./options.js").OptionParts[]} options
 * @param {string} seedText a number reproduces an order; anything else gives the reader's own
 */
export function shuffleRows({ host, rows, item }, options, seedText) {
  const seed = /^\d+$/.test(seedText) ? Number(seedText) : seedOf(item);
  const order = shuffled(options, seed);
  rows.append(...order.map(({ row }) => row));

  const letters = new Map(order.map(({ id }, index) => [id, String.fromCharCode(65 + index)]));
  for (const owner of /** @type {NodeListOf<HTMLElement>} */ (
    host.querySelectorAll("[data-option]")
  )) {
    const place = part(owner, "letter");
    const letter = letters.get(owner.dataset.option ?? "");
    if (place && letter) place.textContent = letter;
  }
}
