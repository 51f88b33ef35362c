import { type ReactNode, useEffect, useState } from 'react'
import { shellTexts } from '#domain/texts/shell.ts'
import { cn } from './class-names.ts'

/** A gray placeholder of the final layout: `<Skeleton className="h-6 w-40" />`. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={cn('skeleton block', className)} />
}

/** Shows nothing: marks a part that waits for data, so that the page can hold back the parts below it. */
export function Waiting() {
  return <span hidden aria-busy="true" />
}

/** Wraps skeletons and politely announces loading; shows nothing for the first 200 ms. */
export function Loading({ children, label = shellTexts.loading }: { children?: ReactNode; label?: string }) {
  const [isDue, setDue] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), 200)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div role="status" aria-busy="true" className={cn(!isDue && 'invisible')}>
      <span className="sr-only">{label}</span>
      {children}
    </div>
  )
}
