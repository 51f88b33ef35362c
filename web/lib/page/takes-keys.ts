/** Elements that handle keys: fields and layers over the page. */
const takers =
  'input, textarea, select, [contenteditable]:not([contenteditable="false"]), [role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]'

/** True if the target handles keys, so that they are no shortcuts. */
export function takesKeys(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(takers) !== null
}
