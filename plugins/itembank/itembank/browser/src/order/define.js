/** Entry of the script for order questions. */

import { register } from "../kinds.js";
import { readOrder } from "./order.js";

register("order", readOrder);
