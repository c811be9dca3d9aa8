/**
 * `<itembank-exam>`: a practice exam. Four views: what it is like, with a button that starts it;
 * running; graded, with the review; and a note that it runs in another tab.
 */

import { readBank } from "../deck/bank.js";
import { openLog } from "../state/log.js";
import { actions, button, notice } from "../controls.js";
import { drawPaper, formatCode, markOf } from "./draw.js";
import { gradePaper, recordPaper } from "./grade.js";
import { outcome } from "./outcome.js";
import { review } from "./review.js";
import { runOf } from "./run.js";
import { Running } from "./running.js";
import { Seat } from "./seat.js";
import { poolsOf } from "./spec.js";
import { history, linkedCode, nextCode, startPanel } from "./start.js";
import { examStrings } from "./strings.js";

/** @typedef {import("./run.js").Run} Run */
/** @typedef {import("./spec.js").Spec} Spec */
/** @typedef {import("../state/records.js").Sitting} Sitting */

const TICK_MS = 1000;

export class ExamElement extends HTMLElement {
  /** @type {Spec | null} */
  #spec = null;

  /** @type {import("../deck/bank.js").Bank | null} */
  #bank = null;

  /** @type {ReturnType<typeof runOf> | null} */
  #stored = null;

  /** @type {Seat | null} */
  #seat = null;

  /** @type {Running | null} */
  #running = null;

  /** @type {"start" | "running" | "graded" | "elsewhere"} */
  #view = "start";

  /** What the page says without JavaScript. @type {Element[]} */
  #description = [];

  /** Said once, when the browser does not keep the exam. @type {HTMLElement | null} */
  #lost = null;

  /** How many past sittings the page lists. */
  #listed = 0;

  #stopListening = () => {};
  #ticker = 0;
  #look = () => this.#lookAround();
  #leave = () => this.#seat?.leave();

  connectedCallback() {
    if (document.readyState === "loading") {
      document.addEventListener("DOMContentLoaded", () => this.#begin(), { once: true });
    } else {
      this.#begin();
    }
  }

  disconnectedCallback() {
    clearInterval(this.#ticker);
    removeEventListener("storage", this.#look);
    removeEventListener("pagehide", this.#leave);
    removeEventListener("pageshow", this.#look);
    this.#stopListening();
    this.#leave();
    this.#running = null;
  }

  #begin() {
    if (!this.#spec) {
      this.querySelector(".itembank-exam-plain")?.remove();
      this.#spec = JSON.parse(this.dataset.exam ?? "null");
      this.#bank = readBank();
      this.#description = [...this.children];
    }
    if (!this.#spec || !this.#bank) {
      const sorry = notice(examStrings.noBank);
      this.append(sorry);
      // The index may come after this script.
      const again = () => {
        sorry.remove();
        this.#spec = null;
        if (this.isConnected) this.#begin();
      };
      addEventListener("itembank:script", again, { once: true });
      return;
    }
    this.#stored = runOf(this.#spec.id);
    this.#seat = new Seat(this.#spec.id);
    addEventListener("storage", this.#look);
    addEventListener("pagehide", this.#leave);
    addEventListener("pageshow", this.#look);
    this.#stopListening = openLog().listen(() => {
      if (this.#view === "start" && this.#listed !== this.#sittings().length) this.#showStart();
    });
    this.#ticker = setInterval(() => this.#tick(), TICK_MS);
    this.#view = "start";
    if (!this.#goOn()) this.#showStart();
  }

  #tick() {
    if (this.#view === "running") {
      this.#lookAround();
      if (this.#view === "running") this.#seat?.take();
      this.#running?.tick();
    } else if (this.#view === "elsewhere") {
      this.#lookAround();
    }
  }

  /** Follow what other tabs do. */
  #lookAround() {
    if (this.#view === "running") {
      // Nobody has the seat after a page came back from the browser's cache.
      if (!this.#seat?.mine && !this.#goOn()) this.#showStart();
    } else if (this.#view !== "graded" && !this.#goOn() && this.#view === "elsewhere") {
      this.#showStart();
    }
  }

  /** Go on with the exam that runs, if one does: here, or with a word about where. */
  #goOn() {
    const run = this.#stored?.read();
    if (!run) return false;
    if (!this.#seat?.taken) this.#run(run);
    else if (this.#view !== "elsewhere") this.#showElsewhere();
    return true;
  }

  #showStart() {
    const { spec, bank } = this.#parts();
    const pools = poolsOf(spec, bank);
    const sittings = this.#sittings();
    this.#view = "start";
    this.#listed = sittings.length;
    if (!spec.domains.some(({ draw }) => draw)) {
      this.#put(...this.#description, notice(examStrings.nothing));
      return;
    }
    const linked = linkedCode(location.search, markOf(pools));
    this.#put(
      ...this.#description,
      startPanel(linked, (code) => {
        this.#start(code ?? nextCode(this.#sittings(), markOf(pools)));
      }),
      ...history(sittings, spec.pass, (sitting) => this.#showGraded(sitting)),
    );
  }

  #showElsewhere() {
    this.#view = "elsewhere";
    this.#running = null;
    const here = button(examStrings.takeOver, () => {
      const run = this.#stored?.read();
      if (run) this.#run(run);
      else this.#showStart();
    });
    this.#put(notice(examStrings.elsewhere), actions(here));
  }

  /** @param {import("./draw.js").Code} code */
  #start(code) {
    const { spec, bank } = this.#parts();
    // Another tab may have begun meanwhile.
    if (this.#goOn()) return;
    const now = Date.now();
    /** @type {Run} */
    const run = {
      code: formatCode(code),
      questions: drawPaper(poolsOf(spec, bank), spec.domains, code),
      started: now,
      minutes: spec.minutes,
      left: spec.minutes * 60_000,
      seen: now,
      responses: {},
      flags: [],
      place: 0,
      quiet: false,
      submitted: 0,
    };
    this.#stored?.write(run);
    this.#run(run);
    const { code: seed, minutes, questions } = run;
    this.#announce("itembank:exam-start", { exam: spec.id, seed, minutes, questions });
    /** @type {HTMLElement | null} */ (this.querySelector(".itembank-exam-title"))?.focus();
  }

  /** @param {Run} run */
  #run(run) {
    this.#view = "running";
    this.#seat?.take();
    const running = new Running(
      this.#parts().bank,
      run,
      (changed) => this.#save(changed),
      (late) => this.#finish(running, late),
    );
    this.#running = running;
    this.#put(running.node);
    this.#save(run);
    running.open();
    // A page that was killed while it graded.
    if (run.submitted) this.#finish(running, false);
    else running.tick();
  }

  /** @param {Run} run */
  #save(run) {
    if (this.#view !== "running") return false;
    if (!this.#seat?.mine) {
      this.#showElsewhere();
      return false;
    }
    const stored = this.#stored?.write(run);
    if (!stored && !this.#lost) {
      this.#lost = notice(examStrings.storage);
      this.prepend(this.#lost);
    }
    return true;
  }

  /**
   * @param {Running} running
   * @param {boolean} late
   * @param {boolean} [partly] without what cannot be loaded
   */
  async #finish(running, late, partly = false) {
    const { spec, bank } = this.#parts();
    const { run, sheet } = running;
    this.#view = "graded";
    running.node.prepend(notice(examStrings.grading));
    const t = run.submitted || Date.now();
    run.submitted = t;
    this.#stored?.write(run);
    const { attempts, missing } = await gradePaper(sheet, run, t);
    const questions = run.questions.filter((id) => !missing.includes(id));
    if (missing.length && !partly) {
      running.offerAgain(
        () => this.#finish(running, late),
        () => this.#finish(running, late, true),
      );
      return;
    }
    const sitting = recordPaper(spec, bank, { ...run, questions }, attempts, t, this);
    this.#stored?.clear();
    this.#seat?.leave();
    this.#running = null;
    this.#showGraded(sitting, late);
    this.#announce("itembank:exam-submit", sitting);
  }

  /**
   * @param {Sitting} sitting
   * @param {boolean} [late]
   */
  #showGraded(sitting, late = false) {
    this.#view = "graded";
    const { node, title } = outcome(this.#parts().spec, sitting, {
      review: (what) => this.#review(sitting, what),
      again: () => {
        this.#showStart();
        this.#look();
        this.querySelector("button")?.focus();
      },
    });
    this.replaceChildren(...(late ? [notice(examStrings.timeUp)] : []), node);
    title.focus();
  }

  /**
   * @param {Sitting} sitting
   * @param {import("./review.js").What} what
   */
  #review(sitting, what) {
    const { bank } = this.#parts();
    const made = review(bank, sitting, what, () => this.#showGraded(sitting));
    this.replaceChildren(made.node);
    made.open();
  }

  /**
   * Put a view in place of another; focus that stood in that goes to the start of the new one.
   * @param {...Element} nodes
   */
  #put(...nodes) {
    const had = this.contains(document.activeElement);
    this.replaceChildren(...nodes);
    if (!had) return;
    const start = this.querySelector(".itembank-exam-title") ?? this.querySelector("button");
    /** @type {HTMLElement | null} */ (start)?.focus();
  }

  #sittings() {
    const { id } = this.#parts().spec;
    return openLog().sittings.filter(({ exam }) => exam === id);
  }

  #parts() {
    return {
      spec: /** @type {Spec} */ (this.#spec),
      bank: /** @type {import("../deck/bank.js").Bank} */ (this.#bank),
    };
  }

  /**
   * @param {string} name
   * @param {unknown} detail
   */
  #announce(name, detail) {
    const copy = structuredClone(detail);
    this.dispatchEvent(new CustomEvent(name, { bubbles: true, detail: copy }));
  }
}
