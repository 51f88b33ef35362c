/** What types or moves by keys itself: a field, and whatever lies over the page. */
const takers =
  'input, textarea, select, [contenteditable]:not([contenteditable="false"]), [role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]'

/** Whether keys that are pressed there are meant for it, so that they are no shortcut of what is around it. */
export function takesKeys(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(takers) !== null
}
