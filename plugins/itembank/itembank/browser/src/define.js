/** Entry of the bundle. Instant navigation may evaluate it again on the same page. */

import { QuestionElement } from "./question-element.js";

if (!customElements.get("itembank-question")) {
  customElements.define("itembank-question", QuestionElement);
}
