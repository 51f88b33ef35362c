import type { Connection } from '../offline/connection.ts'

/**
 * Holds links that load a document while offline, since the browser's error page would replace the app. The last one
 * clicked is followed once online; router links load no document.
 *
 * @returns stops holding
 */
export function holdPageLoads(connection: Connection): () => void {
  let last = 0

  function hold(event: MouseEvent): void {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    if (!link?.href || event.defaultPrevented || connection.state() === 'online') return
    const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
    const isSamePage = link.hash !== '' && link.href.split('#')[0] === location.href.split('#')[0]
    if (!isPlain || isSamePage || link.target === '_blank' || link.hasAttribute('download')) return
    event.preventDefault()
    last += 1
    const own = last
    void connection.whenOnline().then(() => own === last && location.assign(link.href))
  }

  // on the window, after the handlers of elements
  window.addEventListener('click', hold)
  return () => window.removeEventListener('click', hold)
}
