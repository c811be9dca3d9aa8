/** What surrounds a question that is practised: confidence, hints, earlier attempts, tries. */

import { say } from "../markup.js";
import { settings } from "../settings.js";
import { strings } from "../strings.js";
import { askConfidence } from "./confidence.js";
import { offerHints } from "./hints.js";
import { showRecord, tellTrouble } from "./record.js";

/**
 * Shows the score and nothing else, with a way to the answer.
 * @typedef {(frame: import("../markup.js").Frame, score: number, left: number,
 *   reveal: () => void) => { title: HTMLElement, added: HTMLElement[] }} ScoreAlone
 */

/** @type {ScoreAlone | undefined} */
let showScoreAlone;

/**
 * Let questions have several tries: only few sites ask for them.
 * @param {ScoreAlone} show
 */
export function allowTries(show) {
  showScoreAlone = show;
}

export class Practice {
  #frame;
  #confidence;
  #hints;
  #record;
  #tries = 0;

  /** What the reader submitted last, while there are tries left. */
  #held = "";

  /** @type {HTMLElement[]} */
  #added = [];

  /** @param {import("../markup.js").Frame} frame */
  constructor(frame) {
    this.#frame = frame;
    this.#confidence = askConfidence(frame);
    this.#hints = offerHints(frame.host);
    this.#record = showRecord(frame);
    tellTrouble(frame);
  }

  /** Return what goes into the attempt besides the response. */
  said() {
    return { ...this.#confidence(), ...this.#hints() };
  }

  /**
   * Tell whether a response is the one that was submitted last, and tell the reader.
   * @param {import("../kinds.js").Response} response
   */
  repeats({ response }) {
    const repeats = JSON.stringify(response) === this.#held;
    if (repeats) say(this.#frame, strings.messages.unchanged);
    return repeats;
  }

  /**
   * Take a graded response. While there are tries left the reader learns its score and nothing
   * else: the page is the same for every response with that score.
   * @param {import("../events.js").Attempt} attempt
   * @param {() => void} reveal called when the reader asks for the answer
   * @returns {HTMLElement | undefined} the title of the score; nothing when the answer is due
   */
  hold({ response, score }, reveal) {
    this.#clear();
    tellTrouble(this.#frame);
    this.#tries += 1;
    const left = settings.tries - this.#tries;
    if (score >= 1 || left <= 0 || !showScoreAlone) return;
    this.#held = JSON.stringify(response);
    const { title, added } = showScoreAlone(this.#frame, score, left, reveal);
    this.#added = added;
    return title;
  }

  /** The answer is on show, or another try begins. */
  end() {
    this.#clear();
    this.#tries = 0;
  }

  #clear() {
    this.#held = "";
    this.#record?.remove();
    for (const node of this.#added.splice(0)) node.remove();
  }
}
