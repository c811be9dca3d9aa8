/** Addresses of other pages, which only the host knows: links of the page without JavaScript. */

/**
 * @typedef {object} Links
 * @property {string} page the other of progress and review; "" if there is none
 * @property {ReadonlyMap<string, { title: string, url: string }>} exams by id
 */

/**
 * @param {Element} host as the page has it
 * @returns {Links}
 */
export function pageLinks(host) {
  const links = /** @type {NodeListOf<HTMLAnchorElement>} */ (host.querySelectorAll("a"));
  const exams = [...links].filter(({ dataset }) => dataset.exam);
  return {
    page: [...links].find(({ dataset }) => dataset.page)?.href ?? "",
    exams: new Map(
      exams.map(({ dataset, href, textContent }) => [
        dataset.exam ?? "",
        { title: textContent ?? "", url: href },
      ]),
    ),
  };
}
