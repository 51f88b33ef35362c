import { createContext, useContext } from 'react'

/**
 * The time zone of a page: the clinic's in the clinic's area and in messages, else undefined for the browser's
 * (docs/look.md "Decided on real screens").
 */
export const PageZone = createContext<string | undefined>(undefined)

/** The zone of a page's other times, beside which the browser's is named where their clocks differ. */
export const OtherZone = createContext<string | undefined>(undefined)

export function useOtherZone(): string | undefined {
  return useContext(OtherZone)
}

export function usePageZone(): string | undefined {
  return useContext(PageZone)
}
