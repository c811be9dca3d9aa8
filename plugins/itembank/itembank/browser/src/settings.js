/** What the owner of the site chose, as far as browser code needs it. */

/**
 * @typedef {object} Settings
 * @property {string} key name of the site in the storage of its origin
 * @property {boolean} confidence ask how sure the reader is
 * @property {number} tries how often a reader may answer before the page shows the answer
 * @property {string} [xapi] where to send statements; nowhere without it
 */

/** The build puts what differs from this at the head of the core script. @type {Settings} */
export const settings = {
  key: rootOfSite(),
  confidence: false,
  tries: 1,
  .../** @type {{ itembankSettings?: Partial<Settings> }} */ (globalThis).itembankSettings,
};

/** Return the path of the site: the core script stands at the same place below it on each page. */
function rootOfSite() {
  const script = /** @type {HTMLScriptElement | null} */ (document.currentScript);
  const { pathname } = new URL(script?.src || "/", document.baseURI);
  return pathname.replace(/(assets\/itembank\/)?[^/]*$/, "");
}
