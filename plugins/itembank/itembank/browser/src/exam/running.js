/** A running exam: the question on show, flags, the map, the time, and one Submit. */

import { element, heading } from "../dom.js";
import { fill } from "../strings.js";
import { Clock, formatTime } from "./clock.js";
import { actions, button, notice } from "../controls.js";
import { questionMap } from "./map.js";
import { Sheet } from "./sheet.js";
import { examStrings } from "./strings.js";
import { sureDialog } from "./sure.js";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
/** How often what is left of the time is stored. */
const KEEP_MS = 5 * SECOND;

export class Running {
  #clock;
  #flag;
  #kept = 0;
  #last;
  #map;
  #next = button(examStrings.next, () => this.#go(this.run.place + 1));
  #previous = button(examStrings.previous, () => this.#go(this.run.place - 1));
  #save;
  #status = element("p", { class: "itembank-status", role: "status" });
  #submit;
  #time = element("span", { class: "itembank-exam-left" });
  #title = heading(2, { class: "itembank-exam-title", tabindex: -1 });

  /**
   * @param {import("../deck/bank.js").Bank} bank
   * @param {import("./run.js").Run} run
   * @param {(run: import("./run.js").Run) => boolean} save false if the exam is no longer ours
   * @param {(late: boolean) => void} end called once: `late` if the time was up
   */
  constructor(bank, run, save, end) {
    this.run = run;
    this.#save = save;
    this.end = end;
    this.#clock = new Clock(run.left, run.seen);
    this.#last = this.#clock.read();
    this.sheet = new Sheet(bank, run, "exam", (question, place) => {
      const stored = run.responses[run.questions[place]];
      if (stored) question.restore(stored);
    });
    this.#map = questionMap(run.questions.length, (place) => this.#go(place));
    this.#flag = button(examStrings.flag, () => this.#toggleFlag());
    this.#submit = button(examStrings.submit, () => this.#ask(), "primary");
    this.node = this.#build();
    this.sheet.node.addEventListener("input", (event) => {
      this.#note(this.sheet.placeOf(/** @type {Node} */ (event.target)));
    });
    run.questions.forEach((_, place) => this.#mark(place));
  }

  /** Put the question of the run on show, and load the others behind it. */
  async open() {
    await this.#show(this.run.place);
    await this.sheet.loadAll();
  }

  /** Look at the clock; call it every second. */
  tick() {
    const left = this.#clock.read();
    this.#time.textContent = formatTime(left);
    this.#announce(left);
    this.#last = left;
    if (this.#clock.jumped) {
      this.#clock.jumped = false;
      if (left) this.#say(examStrings.jumped);
    }
    if (left <= 0) return this.#finish(true);
    this.#kept += 1;
    if (this.#kept * SECOND >= KEEP_MS) this.#keep();
  }

  #build() {
    const { run } = this;
    const quiet = button("", () => {
      run.quiet = !run.quiet;
      showTime();
      this.#keep();
    });
    const shown = element("span", {}, `${examStrings.timeLeft} `, this.#time);
    const end = new Date(Date.now() + this.#last);
    const clock = end.toLocaleTimeString(document.documentElement.lang || [], {
      timeStyle: "short",
    });
    const ends = element("span", { class: "itembank-exam-ends" }, fill(examStrings.endsAt, { time: clock }));
    const showTime = () => {
      shown.hidden = ends.hidden = run.quiet;
      quiet.textContent = run.quiet ? examStrings.showTime : examStrings.hideTime;
    };
    showTime();
    this.#time.textContent = formatTime(this.#last);
    const bar = element(
      "div",
      { class: "itembank-exam-bar" },
      element("p", { class: "itembank-exam-time", role: "timer" }, shown, " ", ends),
      actions(quiet, this.#submit),
    );
    const steps = actions(this.#previous, this.#flag, this.#next);
    const legend = element("p", { class: "itembank-rule" }, examStrings.legend);
    return element(
      "div",
      { class: "itembank-exam-running" },
      element("p", { class: "itembank-exam-printed" }, examStrings.printed),
      bar,
      this.#status,
      this.#title,
      this.sheet.node,
      steps,
      this.#map.node,
      legend,
    );
  }

  /** @param {number} place */
  #go(place) {
    const { run } = this;
    run.place = Math.min(Math.max(0, place), run.questions.length - 1);
    this.#say("");
    if (!this.#keep()) return;
    this.#show(run.place);
    this.#title.focus();
  }

  /** @param {number} place */
  #show(place) {
    const { questions, flags } = this.run;
    const numbers = { number: place + 1, count: questions.length };
    this.#title.textContent = fill(examStrings.question, numbers);
    this.#flag.ariaPressed = String(flags.includes(questions[place]));
    this.#map.show(place);
    // Not `disabled`: focus would fall from a button that was just pressed.
    this.#previous.ariaDisabled = place ? null : "true";
    this.#next.ariaDisabled = place + 1 < questions.length ? null : "true";
    return this.sheet.show(place);
  }

  #toggleFlag() {
    const { run } = this;
    const id = run.questions[run.place];
    const flagged = !run.flags.includes(id);
    run.flags = flagged ? [...run.flags, id] : run.flags.filter((other) => other !== id);
    this.#flag.ariaPressed = String(flagged);
    this.#mark(run.place);
    this.#keep();
  }

  /**
   * Keep the response of a question that the reader has changed.
   * @param {number} place
   */
  async #note(place) {
    if (place < 0) return;
    const question = await this.sheet.load(place);
    const id = this.run.questions[place];
    const { response } = question;
    if (response) this.run.responses[id] = response;
    else delete this.run.responses[id];
    this.#mark(place);
    this.#keep();
  }

  /** @param {number} place */
  #mark(place) {
    const { questions, responses, flags } = this.run;
    const id = questions[place];
    const flagged = flags.includes(id);
    if (id in responses) this.#map.mark(place, flagged ? "answeredFlagged" : "answered");
    else this.#map.mark(place, flagged ? "flagged" : "open");
  }

  /** Store the run as it is now; false if it is no longer ours. */
  #keep() {
    this.#kept = 0;
    this.run.left = this.#clock.read();
    this.run.seen = Date.now();
    return this.#save(this.run);
  }

  /**
   * Say a few times how much is left: a screen reader must not hear each second.
   * @param {number} left
   */
  #announce(left) {
    const passed = (/** @type {number} */ mark) => this.#last > mark && left <= mark;
    const all = this.run.minutes * MINUTE;
    if (passed(MINUTE)) this.#say(examStrings.minutes1);
    else if (passed(5 * MINUTE)) this.#say(examStrings.minutes5);
    else if (passed(10 * MINUTE)) this.#say(examStrings.minutes10);
    else if (passed(all / 2)) this.#say(examStrings.half);
  }

  /** @param {string} text */
  #say(text) {
    this.#status.dataset.tone = "news";
    this.#status.textContent = text;
  }

  #ask() {
    const { questions, responses, flags } = this.run;
    const open = questions.findIndex((id) => !(id in responses));
    const dialog = sureDialog(
      { of: questions.length, answered: Object.keys(responses).length, flagged: flags.length },
      () => this.#finish(false),
      () => this.#go(open),
    );
    this.node.append(dialog);
    dialog.showModal();
  }

  /** @param {boolean} late */
  #finish(late) {
    if (!this.#keep()) return;
    this.end(late);
  }

  /** Say that some questions cannot be graded, and offer to try again or to do without them. */
  offerAgain(/** @type {() => void} */ again, /** @type {() => void} */ without) {
    const choice = actions(button(examStrings.again, again), button(examStrings.leaveOut, without));
    this.sheet.node.hidden = true;
    this.node.replaceChildren(notice(examStrings.notGraded), choice, this.sheet.node);
  }
}
