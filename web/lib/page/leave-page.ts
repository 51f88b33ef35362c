/** Loads a page without the browser's question about unsaved changes. The current URL is reloaded. */
export function leaveWithoutAsking(url: string): void {
  // stops forms' listeners: on the target, capturing listeners run first
  window.addEventListener('beforeunload', (event) => event.stopImmediatePropagation(), { capture: true })
  const target = new URL(url, location.href).href
  // assigning the same URL with a fragment would not reload
  if (target === location.href) location.reload()
  else location.assign(target)
}
