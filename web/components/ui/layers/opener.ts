let lastOpener: HTMLElement | null = null

/** The button of a menu, of which the item is gone when its dialog closes; else the element itself. */
function lastingOf(element: Element | null): HTMLElement | null {
  const menu = element?.closest('[role="menu"]')
  const lasting = menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : element
  return lasting instanceof HTMLElement ? lasting : null
}

// a menu's item has lost the focus before the dialog that it opens gets it
if (typeof document.addEventListener === 'function')
  document.addEventListener('focusin', ({ target }) => {
    if (target instanceof Element && !target.closest('[role$="dialog"]')) lastOpener = lastingOf(target)
  })

/** The element that gets the focus back when a dialog closes; call when the dialog opens. */
export function currentOpener(): HTMLElement | null {
  const { activeElement } = document
  return activeElement && activeElement !== document.body ? lastingOf(activeElement) : lastOpener
}

/** @returns false if the element is gone or cannot get the focus */
export function returnFocus(opener: HTMLElement | null): boolean {
  if (!opener?.isConnected) return false
  opener.focus({ preventScroll: true })
  return document.activeElement === opener
}
