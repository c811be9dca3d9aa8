/** Shuffling that a seed reproduces. */

/**
 * Return the items in a random order that depends on `seed` only (Fisher-Yates).
 * @template T
 * @param {readonly T[]} items
 * @param {number} seed any 32-bit integer
 * @returns {T[]}
 */
export function shuffled(items, seed) {
  const order = [...items];
  const random = randomFrom(seed);
  for (let last = order.length - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1));
    [order[last], order[other]] = [order[other], order[last]];
  }
  return order;
}

/** Return a seed that nobody can foresee. */
export function newSeed() {
  return crypto.getRandomValues(new Uint32Array(1))[0];
}

/**
 * Return a generator of numbers in [0, 1): Marsaglia's xorshift32 over a Weyl sequence, so that
 * neighbouring seeds give unrelated orders and the seed 0 is as good as any.
 * @param {number} seed
 */
function randomFrom(seed) {
  let weyl = seed | 0;
  return () => {
    weyl = (weyl + 0x9e3779b9) | 0;
    let bits = Math.imul(weyl ^ (weyl >>> 16), 0x85ebca6b);
    bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
    return ((bits ^ (bits >>> 16)) >>> 0) / 2 ** 32;
  };
}
