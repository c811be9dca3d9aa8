/** Entry of the script for practice exams. */

import { ExamElement } from "./exam-element.js";

if (!customElements.get("itembank-exam")) customElements.define("itembank-exam", ExamElement);
