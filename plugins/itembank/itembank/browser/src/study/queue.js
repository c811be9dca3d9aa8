/** What comes next in a review: what is due, and what is weakest. */

/** @typedef {import("../deck/bank.js").Entry} Entry */
/** @typedef {import("./standing.js").Standing} Standing */
/** @typedef {ReadonlyMap<string, Standing>} Standings */

/**
 * Return what is due: first the mistakes that the reader was certain of, then what has waited
 * longest. Neighbours are of different topics as far as that can be.
 * @param {Iterable<Entry>} entries
 * @param {Standings} standings
 * @param {number} now
 * @returns {Entry[]}
 */
export function dueQueue(entries, standings, now) {
  const due = pairs(entries, standings)
    .filter(([, standing]) => standing.due <= now)
    .sort(([, one], [, other]) => one.due - other.due);
  return inTwo(due, ([, standing]) => standing.mistaken);
}

/**
 * Return what to practise when nothing is due: what is not right yet, worst first; then what was
 * never answered, from topics in the order of `topics`; then what was right, longest ago first.
 * @param {Iterable<Entry>} entries
 * @param {Standings} standings
 * @param {readonly string[]} topics titles, weakest first
 * @returns {Entry[]}
 */
export function weakestQueue(entries, standings, topics) {
  const all = pairs(entries, standings);
  const of = (/** @type {(standing: Standing) => boolean} */ test) =>
    all.filter(([, standing]) => test(standing));
  const missed = of(({ state }) => state === "wrong" || state === "partly");
  const open = of(({ state }) => state === "open");
  const right = of(({ state }) => state === "right");
  const place = (/** @type {Entry} */ { topic }) => topics.indexOf(topic.title);
  return [
    ...inTwo(
      missed.sort(([, one], [, other]) => one.last - other.last || one.t - other.t),
      ([, standing]) => standing.mistaken,
    ),
    ...open.map(([entry]) => entry).sort((one, other) => place(one) - place(other)),
    ...mixed(right.sort(([, one], [, other]) => one.t - other.t).map(([entry]) => entry)),
  ];
}

/**
 * Return entries in an order in which, if possible, no two neighbours are of one topic: each time
 * the foremost of another topic than the one before.
 * @param {readonly Entry[]} entries
 * @returns {Entry[]}
 */
export function mixed(entries) {
  /** @type {Map<string, { entry: Entry, place: number }[]>} */
  const byTopic = new Map();
  // Last first, so that the foremost of each topic can be taken off the end.
  for (let place = entries.length - 1; place >= 0; place -= 1) {
    const { name } = entries[place].topic;
    const waiting = byTopic.get(name) ?? [];
    byTopic.set(name, waiting);
    waiting.push({ entry: entries[place], place });
  }
  /** @type {Entry[]} */
  const order = [];
  let before = "";
  while (byTopic.size) {
    let best = "";
    let foremost = Infinity;
    for (const [name, waiting] of byTopic) {
      const { place } = waiting[waiting.length - 1];
      if (place < foremost && (name !== before || byTopic.size === 1)) {
        best = name;
        foremost = place;
      }
    }
    const waiting = byTopic.get(best) ?? [];
    const taken = waiting.pop();
    if (taken) order.push(taken.entry);
    if (!waiting.length) byTopic.delete(best);
    before = best;
  }
  return order;
}

/**
 * Return those that pass `test` before the others, each part mixed.
 * @param {[Entry, Standing][]} found
 * @param {(pair: [Entry, Standing]) => boolean} test
 */
function inTwo(found, test) {
  const first = found.filter(test);
  const second = found.filter((pair) => !test(pair));
  return [first, second].flatMap((part) => mixed(part.map(([entry]) => entry)));
}

/**
 * @param {Iterable<Entry>} entries
 * @param {Standings} standings
 * @returns {[Entry, Standing][]}
 */
function pairs(entries, standings) {
  return [...entries].flatMap((entry) => {
    const standing = standings.get(entry.id);
    return standing ? [/** @type {[Entry, Standing]} */ ([entry, standing])] : [];
  });
}
