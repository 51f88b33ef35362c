import { createContext, type ReactNode, useCallback, useContext, useEffect, useId, useState } from 'react'
import { LeaveGuard } from './leave-guard.tsx'

const Report = createContext<((form: string, isDirty: boolean) => void) | null>(null)

/** One guard for several forms on a page, since the router supports only one. Forms inside call `useUnsaved`. */
export function UnsavedGuard({ children }: { children: ReactNode }) {
  const [dirty, setDirty] = useState<readonly string[]>([])
  const report = useCallback((form: string, isDirty: boolean) => {
    setDirty((known) => {
      if (known.includes(form) === isDirty) return known
      return isDirty ? [...known, form] : known.filter((other) => other !== form)
    })
  }, [])
  return (
    <Report value={report}>
      <LeaveGuard isDirty={dirty.length > 0} />
      {children}
    </Report>
  )
}

export function useUnsaved(isDirty: boolean): void {
  const form = useId()
  const report = useContext(Report)
  useEffect(() => {
    report?.(form, isDirty)
    return () => report?.(form, false)
  }, [report, form, isDirty])
}
