import { matchRoutes, type RouteObject } from 'react-router'
import type { Clinic } from '../clinic/current-clinic.ts'
import { deviceMs } from './clock.ts'
import { loadPart } from './page-chunks.ts'
import { type LoadPage, loadOf } from './page-loads.ts'

/** A pointer that moves over the same links again reads nothing. */
const pauseMs = 20_000

/**
 * Loads the code and the first reads of a page when its link has pointer, focus or touch, so that a press shows it at
 * once. A failure is ignored: opening the page retries.
 *
 * @param routes their `lazy` is registered
 * @param clinicHere the clinic that the user has opened; null for none, then only code is loaded
 * @returns stops
 */
export function prefetchPages(routes: readonly RouteObject[], clinicHere: () => Clinic | null): () => void {
  const lastAt = new Map<string, number>()
  const kinds = ['pointerover', 'focusin', 'touchstart'] as const

  function look({ target }: Event): void {
    const link = target instanceof Element ? target.closest('a') : null
    if (!link?.href || link.origin !== location.origin || link.pathname === location.pathname) return
    if (deviceMs() - (lastAt.get(link.pathname) ?? Number.NEGATIVE_INFINITY) < pauseMs) return
    lastAt.set(link.pathname, deviceMs())
    for (const load of pagesAt(link.pathname)) {
      loadPart(load, null).then(
        ({ default: page }) => {
          const clinic = clinicHere()
          if (clinic) page.firstReads?.(clinic)
        },
        () => lastAt.delete(link.pathname),
      )
    }
  }

  function pagesAt(pathname: string): LoadPage[] {
    const matches = matchRoutes(routes as RouteObject[], pathname) ?? []
    return matches.flatMap(({ route: { lazy } }) => (lazy && loadOf(lazy)) ?? [])
  }

  for (const kind of kinds) document.addEventListener(kind, look, { passive: true })
  return () => {
    for (const kind of kinds) document.removeEventListener(kind, look)
  }
}
