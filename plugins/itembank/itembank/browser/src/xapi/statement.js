/**
 * An attempt as a statement of xAPI 1.0.3 (ADL, part two, section 2 and appendix C).
 */

import { readNumber } from "../numeric/read-number.js";

/** @typedef {import("../events.js").Attempt} Attempt */

/**
 * @typedef {object} Activity
 * @property {string} url of the question; an absolute address
 * @property {string} type of question
 * @property {string} [title]
 */

/** @type {Record<string, string>} */
const INTERACTIONS = { choice: "choice", numeric: "numeric", order: "sequencing" };

/**
 * @param {Attempt} attempt
 * @param {Activity} activity
 * @param {{ homePage: string, name: string }} account
 * @param {string} id a UUID
 * @param {string} language of the page
 */
export function statement(attempt, { url, type, title }, account, id, language) {
  const { score, t, revision } = attempt;
  return {
    id,
    actor: { objectType: "Agent", account },
    verb: { id: "http://adlnet.gov/expapi/verbs/answered", display: { en: "answered" } },
    object: {
      objectType: "Activity",
      id: url,
      definition: {
        type: "http://adlnet.gov/expapi/activities/cmi.interaction",
        ...(title ? { name: { [language || "und"]: title } } : {}),
        interactionType: INTERACTIONS[type] ?? "other",
      },
    },
    result: {
      score: { scaled: score },
      success: score >= 1,
      completion: true,
      response: responseOf(attempt, type),
    },
    context: { revision: String(revision) },
    timestamp: new Date(t).toISOString(),
  };
}

/**
 * Write a response as the specification does: ids joined by `[,]`, a number without its unit.
 * @param {Attempt} attempt
 * @param {string} type
 */
function responseOf({ response }, type) {
  if (typeof response !== "string") return response.join("[,]");
  const read = type === "numeric" ? readNumber(response) : null;
  return read ? String(read.number) : response;
}
