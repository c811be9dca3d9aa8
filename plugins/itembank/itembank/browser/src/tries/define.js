/** Entry of the script for sites whose questions have several tries. */

import { allowTries } from "../practice/practice.js";
import { scoreAlone } from "./score-alone.js";

allowTries(scoreAlone);
