/** Entry of the script for progress, review, and the marks in lists. */

import { MarksElement } from "./marks-element.js";
import { ProgressElement } from "./progress-element.js";
import { ReviewElement } from "./review-element.js";

if (!customElements.get("itembank-progress")) {
  customElements.define("itembank-progress", ProgressElement);
  customElements.define("itembank-review", ReviewElement);
  customElements.define("itembank-marks", MarksElement);
}
