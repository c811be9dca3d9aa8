/** How sure the reader is before Submit; nobody has to say. */

import { element } from "../dom.js";
import { settings } from "../settings.js";
import { strings } from "../strings.js";

/**
 * Ask, if the site wants to know.
 * @param {import("../markup.js").Frame} frame
 * @returns {() => { confidence?: 1 | 2 | 3 }} what the reader says
 */
export function askConfidence({ form, actions }) {
  if (settings.confidence) {
    const { ask, ...levels } = strings.confidence;
    const choices = Object.values(levels).map((words, index) => {
      const input = element("input", { type: "radio", name: "confidence", value: index + 1 });
      return element("label", {}, input, words);
    });
    const legend = element("legend", {}, ask);
    actions.before(element("fieldset", { class: "itembank-confidence" }, legend, ...choices));
  }
  return () => {
    const level = Number(new FormData(form).get("confidence"));
    return level ? { confidence: /** @type {1 | 2 | 3} */ (level) } : {};
  };
}
