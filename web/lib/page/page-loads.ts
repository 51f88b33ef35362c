import type { ComponentType } from 'react'
import type { Clinic } from '../clinic/current-clinic.ts'

/**
 * A page's module. `firstReads` starts the reads of its first view; pages about patients have none, because a read is
 * recorded for the person who was only pointed at (docs/decisions/0195).
 */
export interface PageModule {
  default: ComponentType & { firstReads?(clinic: Clinic): void }
}

export type LoadPage = () => Promise<PageModule>

const loads = new WeakMap<object, LoadPage>()

/** Registers the code that a route loads by `lazy`. */
export function registerPage(lazy: object, load: LoadPage): void {
  loads.set(lazy, load)
}

export function loadOf(lazy: object): LoadPage | undefined {
  return loads.get(lazy)
}
