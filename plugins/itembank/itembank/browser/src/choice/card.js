/** Ticking by a click on what stands below an option's label, such as a table or code. */

const INTERACTIVE = "a, audio, button, iframe, input, label, select, summary, textarea, video";

/**
 * Let a click anywhere on the card of an open option do what one on its label does.
 * @param {HTMLElement} rows
 * @param {import("./options.js").OptionParts[]} options
 */
export function tickByCard(rows, options) {
  rows.addEventListener("click", (event) => {
    const target = /** @type {Element} */ (event.target);
    const option = options.find(({ row }) => row.contains(target));
    // A drag over text ends in a click too: who selects text does not answer.
    if (!option || target.closest(INTERACTIVE) || String(getSelection())) return;
    const { input } = option;
    if (input.ariaDisabled) return;
    input.focus({ preventScroll: true });
    input.click();
  });
}
