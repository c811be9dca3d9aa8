/** Showing news without taking away where the reader is. */

/**
 * Put `nodes` into `place`. Focus stays on the same thing, if it is still there, and what was
 * unfolded stays so.
 * @param {HTMLElement} place
 * @param {Node[]} nodes
 */
export function replaceKeepingFocus(place, nodes) {
  const { activeElement } = document;
  const focus = activeElement && place.contains(activeElement) ? nameOf(activeElement) : "";
  const open = new Set([...place.querySelectorAll("details[open]")].map(nameOf));
  place.replaceChildren(...nodes);
  for (const details of place.querySelectorAll("details")) details.open = open.has(nameOf(details));
  if (!focus) return;
  const same = [...place.querySelectorAll(activeElement?.localName ?? "")].find(
    (node) => nameOf(node) === focus,
  );
  /** @type {HTMLElement | undefined} */ (same)?.focus({ preventScroll: true });
}

/** @param {Element} node */
function nameOf(node) {
  const named = node.localName === "details" ? node.firstElementChild : node;
  return `${node.getAttribute("href") ?? node.getAttribute("aria-label") ?? named?.textContent}`;
}
