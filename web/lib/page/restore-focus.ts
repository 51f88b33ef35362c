import { useEffect } from 'react'

/** What can have the focus by Tab. */
const focusable =
  'a[href], button:not([disabled]), input:not([disabled]), select:not([disabled]), textarea:not([disabled]), summary, [tabindex]:not([tabindex="-1"]), [contenteditable="true"]'

/** Others give the focus back first: a dialog to what opened it, a form to its first problem. */
const waitMs = 60

/** An element that had the focus, and where it stood: from its parent up to the page's body. */
interface Place {
  element: HTMLElement
  above: { parent: Element; at: number }[]
}

/**
 * Keeps the focus of whoever uses the keyboard where they work, while a page is shown. What they have just used may disappear
 * (a deleted row, the button of something that is done) or be switched off (the last page of a list): the browser then puts the
 * focus at the top of the page. Here it goes to what has taken that place, else to what stands nearest.
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
    // a press beside every control gives the focus up
    function onPointerDown(): void {
      last = null
    }

    function restore(): void {
      const active = document.activeElement
      if (!last || !active) return
      if (active !== document.body && active !== last.element && !isStandIn(active, last)) return
      const { element } = last
      if (element.isConnected && isUsable(element)) {
        // it was moved, or switched off for a while
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

/** A dialog takes the focus itself where what had it in the dialog has gone. */
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

/** The same element, where it is still there, else what stands nearest. */
function at(place: Place): HTMLElement | null {
  return place.element.isConnected && isUsable(place.element) ? place.element : nearest(place)
}

/**
 * What stands in its place: among what is left of the innermost part around it, what took the place, what comes before, then
 * what follows. Not across the whole page: of what is switched off only its own group, since it may be back in a moment.
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
