/** Building elements without ever parsing text as HTML. */

/**
 * Make an element.
 * @param {string} tag
 * @param {Record<string, string | number>} attributes
 * @param {...(Node | string)} children
 * @returns {HTMLElement}
 */
export function element(tag, attributes, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, String(value));
  node.append(...children);
  return node;
}

/**
 * Make a heading that the theme's table of contents and heading styles leave alone.
 * @param {number} level
 * @param {Record<string, string | number>} attributes
 * @param {...(Node | string)} children
 */
export function heading(level, attributes, ...children) {
  return element("p", { role: "heading", "aria-level": level, ...attributes }, ...children);
}

/**
 * Return the level for a heading inside `node`: one below the page's last heading before it.
 * @param {Node} node
 */
export function headingLevelInside(node) {
  const before = [...document.querySelectorAll("h1, h2, h3, h4, h5")].filter(
    (title) => title.compareDocumentPosition(node) & Node.DOCUMENT_POSITION_FOLLOWING,
  );
  return Number(before.at(-1)?.tagName[1] ?? 1) + 1;
}

/**
 * Let the keyboard reach what is wider than its place and scrolls. Themes do so when a page loads;
 * they cannot see what was out of the document then.
 *
 * It waits until the next frame is on the screen, for it asks where everything stands.
 * @param {Element} root
 */
export function letKeyboardScroll(root) {
  requestAnimationFrame(() => setTimeout(() => focusScrolling(root)));
}

/** @param {Element} root */
function focusScrolling(root) {
  const scrolling = [...root.querySelectorAll("pre, pre > code, table")].filter(
    (block) =>
      block.scrollWidth > block.clientWidth && getComputedStyle(block).overflowX !== "visible",
  );
  // Apart from the reading above: a change between two readings lays the page out again.
  for (const block of scrolling) block.setAttribute("tabindex", "0");
}
