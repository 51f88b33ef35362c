import type { ComponentType } from 'react'
import type { Clinic } from '../clinic/current-clinic.ts'

export interface PageModule {
  default: ComponentType & {
    /**
     * Starts the reads of its first view for a link that the user points at. Pages about patients have none, because a
     * read is recorded (docs/decisions/0195).
     */
    firstReads?(clinic: Clinic): void
    /** Starts the reads of its first view when a patient opens the page, before it renders (docs/decisions/0221). */
    openingReads?(clinic: Clinic): void
  }
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
