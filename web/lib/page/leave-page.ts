/** Loads another page, or this one anew, without the browser's question about unsaved changes. */
export function leaveWithoutAsking(url: string): void {
  // before the listeners of forms: on the target itself, capturing ones come first
  window.addEventListener('beforeunload', (event) => event.stopImmediatePropagation(), { capture: true })
  const target = new URL(url, location.href).href
  // assigning the same address with a fragment would not load anything
  if (target === location.href) location.reload()
  else location.assign(target)
}
