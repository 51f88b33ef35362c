import { type ReactNode, StrictMode } from 'react'
import { flushSync } from 'react-dom'
import { hydrateRoot } from 'react-dom/client'
import { idPrefixOf } from '#web/components/page/island.tsx'

/** Hydrates synchronously, so that the next event finds its handlers. */
export function hydrateIsland(island: HTMLElement, content: ReactNode): void {
  const { island: name = '' } = island.dataset
  flushSync(() =>
    hydrateRoot(island, <StrictMode>{content}</StrictMode>, { identifierPrefix: idPrefixOf(name) }),
  )
  island.removeAttribute('data-island')
}
