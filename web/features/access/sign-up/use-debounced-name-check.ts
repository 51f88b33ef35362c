import { useEffect } from 'react'

const debounceMs = 750

/** Validates the clinic's name 750 ms after the last change (docs/specification.md A4). */
export function useDebouncedNameCheck(clinicName: string, validate: () => void): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a changed name restarts the delay
  useEffect(() => {
    if (clinicName === '') return
    const timer = setTimeout(validate, debounceMs)
    return () => clearTimeout(timer)
  }, [clinicName])
}
