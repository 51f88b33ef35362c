import { createContext, useContext } from 'react'

/**
 * The zone whose clock a page shows: the clinic's in the clinic's area, undefined for the reader's own everywhere else
 * (docs/look.md "Decided on real screens").
 */
export const PageZone = createContext<string | undefined>(undefined)

export function usePageZone(): string | undefined {
  return useContext(PageZone)
}
