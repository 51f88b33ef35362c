import { useEffect, useState } from 'react'
import { accessTexts } from '#domain/texts/access.ts'
import { errorTexts } from '#domain/texts/errors.ts'
import { callFunction } from '#web/lib/api.ts'

/** The availability of a hub address. `idle` for names under 3 characters, which are not checked. */
export type AddressCheck =
  | { state: 'idle' | 'checking' | 'available' }
  | { state: 'unavailable' | 'failed'; message: string }

const debounceMs = 500
const minLength = 3

/** Asks the server 500 ms after the last change (docs/specification.md A9); stale answers are dropped. */
export function useAddressCheck(subdomain: string): AddressCheck {
  const [result, setResult] = useState<{ subdomain: string; check: AddressCheck } | null>(null)
  const isLongEnough = subdomain.length >= minLength

  useEffect(() => {
    if (!isLongEnough) return
    let isCurrent = true
    const timer = setTimeout(async () => {
      const check = await checkAddress(subdomain)
      if (isCurrent) setResult({ subdomain, check })
    }, debounceMs)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [subdomain, isLongEnough])

  if (!isLongEnough) return { state: 'idle' }
  return result?.subdomain === subdomain ? result.check : { state: 'checking' }
}

async function checkAddress(subdomain: string): Promise<AddressCheck> {
  try {
    const answer = await callFunction('check-subdomain', { subdomain })
    if (answer.available) return { state: 'available' }
    return { state: 'unavailable', message: errorTexts[`subdomain_${answer.reason}`] }
  } catch {
    return { state: 'failed', message: accessTexts.signUp.checkFailed }
  }
}
