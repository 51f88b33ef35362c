import type { ClinicSecurity } from '../clinics/clinic-security.ts'
import type { twoFactorTexts as texts } from '../texts/two-factor.ts'

export type SecondStepKind = keyof typeof texts.kinds

/**
 * Why a user with a second step should be reminded of recovery codes: none exist, or the user has not confirmed
 * saving them. Null if there is nothing to do.
 *
 * @param keptMark `user_metadata.recovery_codes_kept`: false from the creation of codes until the user confirms
 */
export function recoveryReminder(
  factors: readonly { factor_type: string; status: string }[],
  keptMark: unknown,
): 'none' | 'unkept' | null {
  const verified = factors.filter(({ status }) => status === 'verified')
  if (!verified.some(({ factor_type }) => factor_type !== 'recovery_code')) return null
  if (!verified.some(({ factor_type }) => factor_type === 'recovery_code')) return 'none'
  return keptMark === false ? 'unkept' : null
}

/**
 * docs/decisions/0032
 *
 * @param isDemanded the server has refused a request of this page for lack of it
 * @param security the clinic's; undefined while loading
 * @param pageNeedsIt the page's rows and actions require it in any clinic with the rule
 */
export function isSetUpDue({
  level,
  isDemanded,
  security,
  pageNeedsIt,
}: {
  level: 'aal1' | 'aal2'
  isDemanded: boolean
  security: ClinicSecurity | undefined
  pageNeedsIt: boolean
}): boolean {
  if (level === 'aal2') return false
  if (isDemanded) return true
  if (!security || security.mayUseHealthData) return false
  return security.hasPatients || pageNeedsIt
}

/** Digits only, as the API expects them. */
export function digitsOf(typed: string): string {
  return typed.replace(/\D/g, '')
}

export function inFours(text: string, separator = ' '): string {
  return text.match(/.{1,4}/g)?.join(separator) ?? ''
}

/** The first unused name: "Passkey", then "Passkey 2" ... */
export function freeName(base: string, taken: readonly string[]): string {
  for (let number = 1; ; number += 1) {
    const candidate = number === 1 ? base : `${base} ${number}`
    if (!taken.includes(candidate)) return candidate
  }
}

/** The level in an access token, for display only: the server reads its rows. */
export function levelOnScreen(accessToken: string): 'aal1' | 'aal2' {
  try {
    const payload = accessToken.split('.')[1] ?? ''
    const json = atob(payload.replaceAll('-', '+').replaceAll('_', '/'))
    return (JSON.parse(json) as { aal?: unknown }).aal === 'aal2' ? 'aal2' : 'aal1'
  } catch {
    return 'aal1'
  }
}

/** The available second steps, easiest first. */
export function waysOf(
  factors: readonly { factor_type: string; status: string }[],
  browser: { knowsPasskeys: boolean },
): SecondStepKind[] {
  const order: SecondStepKind[] = ['webauthn', 'totp', 'phone', 'recovery_code']
  return order.filter(
    (kind) =>
      factors.some((factor) => factor.factor_type === kind && factor.status === 'verified') &&
      (kind !== 'webauthn' || browser.knowsPasskeys),
  )
}
