/** The index of all questions of the site, which a script of its own leaves in `itembankBank`. */

/**
 * @typedef {object} Topic
 * @property {string} name address of its folder; unique
 * @property {string} title
 * @property {string} url of its page; "" if it has none
 */

/**
 * A question as the index knows it.
 * @typedef {object} Entry
 * @property {string} id
 * @property {string} title
 * @property {string} url of its page
 * @property {Topic} topic
 * @property {string} type
 * @property {number} difficulty 1 to 3; 0 if the author gave none
 * @property {ReadonlyMap<string, string>} domains domain of each certification
 * @property {readonly string[]} objectives
 * @property {string} hash
 * @property {number} revision
 * @property {string} fragment address of its script; "" if there is none: then its page has it
 */

/**
 * @typedef {object} Bank
 * @property {ReadonlyMap<string, Entry>} entries by id, in the order of the files
 * @property {ReadonlyMap<string, string>} kinds address of the script of each kind of question
 */

/**
 * The columns as `hosts/deck/index.py` writes them.
 * @typedef {object} Index
 * @property {string} src address of the index itself
 * @property {Record<string, string>} kinds
 * @property {[string, string, string][]} topics
 * @property {string[]} types
 * @property {[string, string][]} domains
 * @property {string[]} objectives
 * @property {string[]} urls
 * @property {string} hash
 * @property {string[]} fragment
 * @property {{ id: string[], title: string[], topic: number[], type: number[],
 *   difficulty: number[], domains: number[][], objectives: number[][], revision: number[],
 *   url: number[] }} columns
 */

const HASH_LENGTH = 12;

/**
 * Return the bank, null if its script is not here.
 * @returns {Bank | null}
 */
export function readBank() {
  const { itembankBank: index } = /** @type {{ itembankBank?: Index }} */ (globalThis);
  if (!index) return null;
  const { columns } = index;
  // Joined, not resolved: that is many times faster, and these addresses have nothing to resolve.
  const root = new URL("../../", index.src).href;
  const folder = new URL("./", index.src).href;
  const topics = index.topics.map(([name, title, url]) => ({
    name,
    title,
    url: url && root + url,
  }));
  const entries = columns.id.map((id, n) => {
    const fragment = index.fragment[n];
    return /** @type {Entry} */ ({
      id,
      title: columns.title[n],
      url: root + index.urls[columns.url[n]].replace("*", id),
      topic: topics[columns.topic[n]],
      type: index.types[columns.type[n]],
      difficulty: columns.difficulty[n],
      domains: new Map(columns.domains[n].map((number) => index.domains[number])),
      objectives: columns.objectives[n].map((number) => index.objectives[number]),
      hash: index.hash.slice(n * HASH_LENGTH, (n + 1) * HASH_LENGTH),
      revision: columns.revision[n],
      fragment: fragment && `${folder}items/${id}.${fragment}.js`,
    });
  });
  return {
    entries: new Map(entries.map((entry) => [entry.id, entry])),
    kinds: new Map(Object.entries(index.kinds).map(([kind, name]) => [kind, folder + name])),
  };
}
