import { useEffect, useState } from 'react'
import { accessTexts } from '#domain/texts/access.ts'
import { errorTexts } from '#domain/texts/errors.ts'
import { callFunction } from '../fetch/api.ts'

/** Availability of a hub address. `idle` for names under 3 characters, which are not checked. */
export type AddressCheck =
  | { state: 'idle' | 'checking' | 'available' }
  | { state: 'failed'; message: string }
  /** `free`: a similar address that is available, for a taken one */
  | { state: 'unavailable'; message: string; free: string | null }

const debounceMs = 500
const minLength = 3

/**
 * Checks 500 ms after the last change (docs/specification.md A9) and drops stale answers.
 *
 * @param held the address reserved by this user's pending sign-up
 */
export function useAddressCheck(subdomain: string, held: string | null = null): AddressCheck {
  const [result, setResult] = useState<{ subdomain: string; check: AddressCheck } | null>(null)
  const isLongEnough = subdomain.length >= minLength
  const isHeld = subdomain === held

  useEffect(() => {
    if (!isLongEnough || isHeld) return
    let isCurrent = true
    const timer = setTimeout(async () => {
      const check = await checkAddress(subdomain)
      if (isCurrent) setResult({ subdomain, check })
    }, debounceMs)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [subdomain, isLongEnough, isHeld])

  if (!isLongEnough) return { state: 'idle' }
  if (isHeld) return { state: 'available' }
  return result?.subdomain === subdomain ? result.check : { state: 'checking' }
}

async function checkAddress(subdomain: string): Promise<AddressCheck> {
  try {
    const answer = await callFunction('check-subdomain', { subdomain })
    if (answer.available) return { state: 'available' }
    const message = errorTexts[`subdomain_${answer.reason}`]
    return {
      state: 'unavailable',
      message,
      free: answer.reason === 'taken' ? await freeLike(subdomain) : null,
    }
  } catch {
    return { state: 'failed', message: accessTexts.signUp.checkFailed }
  }
}

async function freeLike(subdomain: string): Promise<string | null> {
  for (const candidate of [`${subdomain}-clinic`, `${subdomain}-health`, `${subdomain}-2`]) {
    if ((await callFunction('check-subdomain', { subdomain: candidate })).available) return candidate
  }
  return null
}
