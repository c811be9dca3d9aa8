/** The question map: a button for each question that tells its state by name and by shape. */

import { element } from "../dom.js";
import { fill } from "../strings.js";
import { examStrings } from "./strings.js";

/** @typedef {keyof typeof examStrings.names} State */

/**
 * @param {number} count
 * @param {(place: number) => void} go
 */
export function questionMap(count, go) {
  const buttons = Array.from({ length: count }, (_, place) => {
    const made = element("button", { type: "button" }, String(place + 1));
    made.addEventListener("click", () => go(place));
    return made;
  });
  const list = element("ol", {}, ...buttons.map((made) => element("li", {}, made)));
  const node = element(
    "nav",
    { class: "itembank-exam-map", "aria-label": examStrings.map },
    list,
  );
  return {
    node,

    /**
     * @param {number} place
     * @param {State} state
     */
    mark(place, state) {
      buttons[place].dataset.state = state;
      buttons[place].ariaLabel = fill(examStrings.names[state], { number: place + 1 });
    },

    /** @param {number} current */
    show(current) {
      buttons.forEach((made, place) => {
        made.ariaCurrent = place === current ? "true" : null;
      });
    },

    /**
     * Leave only some of the questions in the map.
     * @param {(place: number) => boolean} test
     */
    keep(test) {
      buttons.forEach((made, place) => {
        const item = /** @type {HTMLElement} */ (made.parentElement);
        item.hidden = !test(place);
      });
    },
  };
}
