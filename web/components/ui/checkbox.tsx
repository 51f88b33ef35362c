import { type ComponentProps, useEffect, useRef } from 'react'
import { cn } from './class-names.ts'

/** A native checkbox. `indeterminate`: some of several items are selected. */
export function Checkbox({
  className,
  indeterminate = false,
  ...props
}: Omit<ComponentProps<'input'>, 'type' | 'ref'> & { indeterminate?: boolean }) {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (input.current) input.current.indeterminate = indeterminate
  }, [indeterminate])
  return <input ref={input} type="checkbox" className={cn('checkbox', className)} {...props} />
}
