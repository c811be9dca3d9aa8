/** Entry of the core script. Instant navigation may evaluate it again on the same page. */

import { readChoice } from "./choice/choice.js";
import { register } from "./kinds.js";
import { QuestionElement } from "./question-element.js";

if (!customElements.get("itembank-question")) {
  register("choice", readChoice);
  customElements.define("itembank-question", QuestionElement);
}
