/** Grading a paper: all or nothing for each question, a share for each domain and for all. */

import { announce } from "../events.js";
import { openLog } from "../state/log.js";

const POLICY = "all_or_nothing";

/** @typedef {import("../events.js").Attempt} Attempt */
/** @typedef {import("../state/records.js").Sitting} Sitting */

/**
 * Grade what was answered; a question that cannot be loaded is left out of `attempts`.
 * @param {import("./sheet.js").Sheet} sheet
 * @param {import("./run.js").Run} run
 * @param {number} t when it was submitted
 * @returns {Promise<{ attempts: Attempt[], missing: string[] }>}
 */
export async function gradePaper(sheet, run, t) {
  /** @type {Attempt[]} */
  const attempts = [];
  /** @type {string[]} */
  const missing = [];
  for (const [place, id] of run.questions.entries()) {
    if (!(id in run.responses)) continue;
    const question = await sheet.load(place).catch(() => null);
    const attempt = question?.grade(POLICY);
    if (attempt) attempts.push({ ...attempt, t });
    else if (!question) missing.push(id);
  }
  return { attempts, missing };
}

/**
 * Write a graded paper into the log, once, even if the page was killed while it did so before.
 * @param {import("./spec.js").Spec} spec
 * @param {import("../deck/bank.js").Bank} bank
 * @param {import("./run.js").Run} run
 * @param {Attempt[]} attempts
 * @param {number} t
 * @param {EventTarget} target of the events
 * @returns {Sitting}
 */
export function recordPaper(spec, bank, run, attempts, t, target) {
  const log = openLog();
  const exam = `${spec.id}:${run.code}`;
  for (const attempt of attempts) {
    const known = log.attempts.some(
      (other) => other.exam === exam && other.item === attempt.item && isOf(other, t),
    );
    if (!known) announce(target, "itembank:attempt", log.add({ ...attempt, exam }));
  }
  const right = new Set(attempts.filter(({ score }) => score >= 1).map(({ item }) => item));
  /** @type {Sitting["domains"]} */
  const domains = {};
  for (const id of run.questions) {
    const domain = bank.entries.get(id)?.domains.get(spec.key) ?? "";
    const share = (domains[domain] ??= { right: 0, of: 0 });
    share.of += 1;
    share.right += Number(right.has(id));
  }
  const sitting = {
    exam: spec.id,
    seed: run.code,
    started: run.started,
    t,
    minutes: run.minutes,
    policy: POLICY,
    questions: run.questions,
    answered: attempts.length,
    score: right.size / run.questions.length,
    domains,
  };
  log.addSitting(sitting);
  return sitting;
}

/**
 * Return the attempts of a sitting, by question.
 * @param {Sitting} sitting
 * @returns {Map<string, Attempt>}
 */
export function attemptsOf({ exam, seed, t }) {
  const name = `${exam}:${seed}`;
  const own = openLog().attempts.filter((entry) => entry.exam === name && isOf(entry, t));
  return new Map(own.map((attempt) => [attempt.item, attempt]));
}

/**
 * Tell whether an attempt belongs to the paper that was submitted at `t`: the log moves the time of
 * an attempt on where it has one of the same time.
 * @param {Attempt} attempt
 * @param {number} t
 */
function isOf(attempt, t) {
  return attempt.t >= t && attempt.t < t + 1000;
}
