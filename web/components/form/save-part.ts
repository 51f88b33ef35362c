import { createContext, useContext, useEffect, useLayoutEffect, useRef } from 'react'

/** A form whose buttons are in the page's bar. */
export interface SavePart {
  /** of the button to save */
  label: string
  isDirty: boolean
  isBusy: boolean
  savedAt: Date | null
  cancel(): void
}

/** Null outside of a page with a save bar, and in a dialog, whose forms have their buttons inside it. */
export const SaveParts = createContext<((formId: string, part: SavePart | null) => void) | null>(null)

/** Puts the form's buttons into the page's bar. @returns false on a page without one */
export function useSavePart(formId: string, { label, isDirty, isBusy, savedAt, cancel }: SavePart): boolean {
  const report = useContext(SaveParts)
  const latestCancel = useRef(cancel)
  useLayoutEffect(() => {
    latestCancel.current = cancel
  })
  useEffect(() => {
    report?.(formId, { label, isDirty, isBusy, savedAt, cancel: () => latestCancel.current() })
  }, [report, formId, label, isDirty, isBusy, savedAt])
  useEffect(() => () => report?.(formId, null), [report, formId])
  return report !== null
}
