import { useEffect } from 'react'

/** A keyboard is at least this high; a hidden toolbar of the browser is not. */
const leastKeyboardPx = 120

/**
 * While the keyboard of a phone covers part of the page, `<html data-keyboard>` and `--visible-height` let the page fit
 * the rest: `dvh` does not count a keyboard.
 */
export function useKeyboardRoom(): void {
  useEffect(() => {
    const viewport = window.visualViewport
    const root = document.documentElement
    if (!viewport) return
    const clear = () => {
      root.removeAttribute('data-keyboard')
      root.style.removeProperty('--visible-height')
    }
    const onResize = () => {
      // two fingers zoom in: no keyboard
      const isOpen = viewport.scale < 1.01 && window.innerHeight - viewport.height > leastKeyboardPx
      if (!isOpen) return clear()
      root.setAttribute('data-keyboard', '')
      root.style.setProperty('--visible-height', `${viewport.height}px`)
      // Safari has moved the page up to show the field, which is now in view without that
      window.scrollTo(0, 0)
    }
    viewport.addEventListener('resize', onResize)
    return () => {
      viewport.removeEventListener('resize', onResize)
      clear()
    }
  }, [])
}
