import { useEffect } from 'react'

const focusable =
  'a[href], button:not([disabled]), input:not([disabled]), select:not([disabled]), textarea:not([disabled]), summary, [tabindex]:not([tabindex="-1"]), [contenteditable="true"]'

/** Dialogs and forms restore the focus first. */
const waitMs = 60

/** A focused element and its position, from its parent up to the body. */
interface Place {
  element: HTMLElement
  above: { parent: Element; at: number }[]
}

/**
 * Restores keyboard focus when the focused element is removed (a deleted row) or disabled (the last page of a list).
 * The browser would move focus to the top of the page; this moves it to the element that replaced it, else to the
 * nearest one.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    let last: Place | null = null
    let lastInPage: Place | null = null
    let timer: ReturnType<typeof setTimeout> | undefined

    function onFocusIn({ target }: FocusEvent): void {
      if (!(target instanceof HTMLElement) || target === document.body) return
      if (last && isStandIn(target, last)) return
      last = placeOf(target)
      if (target.closest('main')) lastInPage = last
    }
    // a click outside all controls drops the focus
    function onPointerDown(): void {
      last = null
    }

    function restore(): void {
      const active = document.activeElement
      if (!last || !active) return
      if (active !== document.body && active !== last.element && !isStandIn(active, last)) return
      const { element } = last
      if (element.isConnected && isUsable(element)) {
        if (active !== element) element.focus({ preventScroll: true })
        return
      }
      const next = nearest(last) ?? (element.isConnected || !lastInPage ? null : at(lastInPage))
      next?.focus()
    }

    const observer = new MutationObserver(() => {
      clearTimeout(timer)
      timer = setTimeout(restore, waitMs)
    })
    document.addEventListener('focusin', onFocusIn)
    document.addEventListener('pointerdown', onPointerDown, true)
    observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ['disabled'] })
    return () => {
      clearTimeout(timer)
      observer.disconnect()
      document.removeEventListener('focusin', onFocusIn)
      document.removeEventListener('pointerdown', onPointerDown, true)
    }
  }, [])
}

/** A dialog moves the focus itself if its focused element disappears. */
function isStandIn(target: Element, { element, above }: Place): boolean {
  return (
    !element.isConnected &&
    target.matches('[role="dialog"], [role="alertdialog"]') &&
    above.some(({ parent }) => parent === target)
  )
}

function placeOf(element: HTMLElement): Place {
  const above: Place['above'] = []
  for (let node: Element = element; node.parentElement && node !== document.body; node = node.parentElement)
    above.push({ parent: node.parentElement, at: [...node.parentElement.children].indexOf(node) })
  return { element, above }
}

function at(place: Place): HTMLElement | null {
  return place.element.isConnected && isUsable(place.element) ? place.element : nearest(place)
}

/**
 * The nearest usable element: its replacement, then those before, then those after, from the innermost container
 * outward. For a disabled element only its own group, since it may be enabled again in a moment.
 */
function nearest({ element, above }: Place): HTMLElement | null {
  const isThere = element.isConnected
  const left = above.filter(({ parent }) => parent.isConnected && parent !== document.body)
  for (const { parent, at: index } of isThere ? left.slice(0, 1) : left) {
    const children = [...parent.children]
    const ordered = [
      ...children.slice(index, index + 1),
      ...children.slice(0, index).reverse(),
      ...children.slice(index + 1),
    ]
    for (const child of ordered) {
      const found = firstUsable(child)
      if (found) return found
    }
  }
  return null
}

function firstUsable(part: Element): HTMLElement | null {
  const all = [...(part.matches(focusable) ? [part] : []), ...part.querySelectorAll(focusable)]
  return (all as HTMLElement[]).find(isUsable) ?? null
}

function isUsable(element: HTMLElement): boolean {
  return !element.matches(':disabled') && element.getClientRects().length > 0 && !element.closest('[inert]')
}
