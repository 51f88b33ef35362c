/** Pages draw their parts one after another: the place is final once nothing is drawn for this time. */
const quietMs = 600
/** Long enough to find the frame after the scroll. */
const markedMs = 5_000
const presses = ['pointerdown', 'keydown'] as const

/**
 * Waits for an element, perhaps behind the second step, then scrolls to it, focuses it and marks it with `data-linked`.
 * Stays with it while the page above it still loads, until the user moves. The frame fades after some seconds, or with
 * the first key or press: then `data-linked` is `seen`.
 *
 * @returns stops it
 */
export function showLinked(id: string): () => void {
  let isShown = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const observer = new MutationObserver(show)

  function show(): void {
    const element = document.getElementById(id)
    if (!element) return
    element.scrollIntoView({ block: 'start' })
    clearTimeout(timer)
    timer = setTimeout(settle, quietMs)
    if (isShown) return
    isShown = true
    for (const name of moves) addEventListener(name, stop, { passive: true })
    element.dataset.linked = ''
    fadeLater(element)
    if (element.tabIndex < 0) element.tabIndex = -1
    element.focus({ preventScroll: true })
  }

  function settle(): void {
    if (document.querySelector('main [aria-busy=true]')) timer = setTimeout(settle, quietMs)
    else stop()
  }

  function stop(): void {
    clearTimeout(timer)
    observer.disconnect()
    for (const name of moves) removeEventListener(name, stop)
  }

  const moves = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const
  observer.observe(document.body, { childList: true, subtree: true })
  show()
  return stop
}

function fadeLater(element: HTMLElement): void {
  const timer = setTimeout(fade, markedMs)
  function fade(): void {
    clearTimeout(timer)
    for (const name of presses) removeEventListener(name, fade)
    element.dataset.linked = 'seen'
  }
  for (const name of presses) addEventListener(name, fade, { passive: true })
}
