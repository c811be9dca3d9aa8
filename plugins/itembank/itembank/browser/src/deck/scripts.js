/** Loading further scripts of the site, each once. */

/** @type {Map<string, Promise<void>>} */
const loading = new Map();

/**
 * Run the script at `src` unless that was done; rejects if it cannot be loaded. The next call then
 * tries again.
 * @param {string} src
 * @returns {Promise<void>}
 */
export function loadScript(src) {
  const known = loading.get(src);
  if (known) return known;
  const script = document.createElement("script");
  const done = new Promise((resolve, reject) => {
    script.addEventListener("load", () => resolve(undefined));
    script.addEventListener("error", () => {
      loading.delete(src);
      reject(new Error(`cannot load ${src}`));
    });
  }).finally(() => script.remove());
  script.src = src;
  document.head.append(script);
  loading.set(src, done);
  return done;
}
