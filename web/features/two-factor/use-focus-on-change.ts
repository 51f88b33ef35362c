import { type RefObject, useEffect, useRef } from 'react'

/** Moves focus to an element when `value` changes, because the button that changed it is gone. */
export function useFocusOnChange<Target extends HTMLElement>(
  value: unknown,
  find: (container: Target) => HTMLElement | null = (container) => container,
): RefObject<Target | null> {
  const container = useRef<Target>(null)
  const last = useRef(value)
  useEffect(() => {
    if (last.current === value) return
    last.current = value
    if (container.current) find(container.current)?.focus()
  }, [value, find])
  return container
}
