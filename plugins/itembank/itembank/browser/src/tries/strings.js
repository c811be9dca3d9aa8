/** Every word of several tries that the browser code shows, in English. */

import { translate } from "../translate.js";

export const triesStrings = translate({
  notYet: "Not yet",
  left: "Tries left: {count}",
  show: "Show the answer",
});
