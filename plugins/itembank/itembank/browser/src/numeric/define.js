/** Entry of the script for numeric questions. */

import { register } from "../kinds.js";
import { readNumeric } from "./numeric.js";

register("numeric", readNumeric);
