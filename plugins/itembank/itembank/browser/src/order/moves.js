/** Two buttons for each step that move it, by mouse, touch or keyboard alike. */

import { element } from "../dom.js";
import { say } from "../markup.js";
import { fill } from "../strings.js";
import { orderStrings } from "./strings.js";

/**
 * Put the buttons in place of the fields that number the steps without JavaScript.
 * @param {import("../markup.js").Frame} frame
 * @param {import("./steps.js").Step[]} steps
 */
export function addMoves(frame, steps) {
  for (const { letter, row } of steps) {
    const button = (/** @type {"up" | "down"} */ way) => {
      const name = fill(orderStrings[way], { letter });
      const made = element("button", { type: "button", "aria-label": name, title: name });
      made.append(way === "up" ? "↑" : "↓");
      made.addEventListener("click", () => move(frame, row, letter, way, made));
      return made;
    };
    row.querySelector("select")?.remove();
    row.append(element("div", { class: "itembank-moves" }, button("up"), button("down")));
  }
}

/**
 * Return the first button that does something, in the order shown.
 * @param {HTMLElement} rows
 */
export function firstMove(rows) {
  return /** @type {HTMLElement} */ (rows.querySelector(".itembank-moves button + button"));
}

/**
 * @param {import("../markup.js").Frame} frame
 * @param {HTMLElement} row
 * @param {string} letter
 * @param {"up" | "down"} way
 * @param {HTMLElement} button
 */
function move(frame, row, letter, way, button) {
  const { rows } = frame;
  const other = way === "up" ? row.previousElementSibling : row.nextElementSibling;
  if (!other) {
    say(frame, fill(orderStrings[way === "up" ? "first" : "last"], { letter }), "echo");
    return;
  }
  // The neighbour moves, so that the button keeps focus without ever losing it.
  if (way === "up") row.after(other);
  else row.before(other);
  // As a field would say it; before the echo, which new input takes away.
  rows.dispatchEvent(new Event("input", { bubbles: true }));
  const place = [...rows.children].indexOf(row) + 1;
  const numbers = { letter, place, count: rows.children.length };
  say(frame, fill(orderStrings.moved, numbers), "echo");
  button.scrollIntoView({ block: "nearest" });
}
