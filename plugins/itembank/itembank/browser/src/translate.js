/**
 * Words in the language of the site: a script that comes first leaves them in `itembankWords`, by
 * the English word.
 */

/**
 * A word that is not known stays English.
 * @template T
 * @param {T} words Texts, or an object of texts.
 * @returns {T}
 */
export function translate(words) {
  const { itembankWords: known } =
    /** @type {{ itembankWords?: Record<string, string> }} */ (globalThis);
  if (!known) return words;
  if (typeof words === "string") return /** @type {T} */ (known[words] ?? words);
  const entries = Object.entries(/** @type {object} */ (words));
  return /** @type {T} */ (
    Object.fromEntries(entries.map(([name, word]) => [name, translate(word)]))
  );
}
