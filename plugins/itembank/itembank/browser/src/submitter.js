/** Keeping a form to one button that submits it. */

/**
 * Make every other button in `form` a plain one, also those that are added later. Themes put
 * buttons into code blocks and tabs; without a type they submit, and Enter in a field presses the
 * first that does.
 * @param {HTMLFormElement} form
 * @param {HTMLElement} submit
 */
export function keepOnlySubmit(form, submit) {
  const tame = () => {
    for (const field of /** @type {Iterable<HTMLButtonElement>} */ (form.elements)) {
      if (field !== submit && /^(submit|reset)$/.test(field.type)) field.type = "button";
    }
  };
  tame();
  new MutationObserver(tame).observe(form, { childList: true, subtree: true });
}
