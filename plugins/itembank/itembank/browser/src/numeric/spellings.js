/** Which spellings of a unit to name to a reader. */

const FEW = 4;

/**
 * Return a few accepted spellings, the asked one first, then units of nearly its size, then others.
 * @param {string} asked
 * @param {ReadonlyMap<string, number>} units
 * @returns {string[]}
 */
export function someSpellings(asked, units) {
  const distance = (/** @type {number} */ size) => Math.abs(Math.log(size));
  const known = [...units]
    .filter(([name]) => name && name !== asked)
    .sort(([, a], [, b]) => distance(a) - distance(b));
  const sizes = new Set([1]);
  /** @param {[string, number]} entry */
  const isNew = ([, size]) => !sizes.has(size) && sizes.add(size);
  const one = known.filter(isNew);
  const names = [...one, ...known].map(([name]) => name);
  return [...new Set([...(units.has(asked) ? [asked] : []), ...names])].slice(0, FEW);
}
