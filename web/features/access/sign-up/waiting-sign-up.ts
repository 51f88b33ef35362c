import { dayMs } from '#domain/values/durations.ts'

/*
 * A sign-up of this tab that waits for its confirmation, so that a reload shows "Check your email" again. The password is kept
 * in memory only: after a reload it is asked for.
 */
const storageKey = 'carefold-sign-up'
// as long as the link of its first mail
const goodForMs = dayMs
let heldPassword: string | null = null

interface Sent {
  email: string
  /** When its last mail was asked for; ms since 1970 */
  sentAt: number
}

/** A clinic's sign-up, with what its form held. */
export interface WaitingClinic extends Sent {
  kind: 'clinic'
  /** the account's id in the sign-up's answer, by which a corrected one replaces it */
  signUpId: string
  adminName: string
  clinicName: string
  clinicSubdomain: string
}

export interface WaitingPatient extends Sent {
  kind: 'patient'
}

export type WaitingSignUp = WaitingClinic | WaitingPatient

/** @param password of the sign-up; without, the one held already stays */
export function storeWaitingSignUp(waiting: WaitingSignUp, password?: string): void {
  sessionStorage.setItem(storageKey, JSON.stringify(waiting))
  if (password !== undefined) heldPassword = password
}

/** `password` is null after a reload. */
export function readWaitingSignUp(
  now = Date.now(),
): { waiting: WaitingSignUp; password: string | null } | null {
  const stored = sessionStorage.getItem(storageKey)
  const waiting = stored ? (JSON.parse(stored) as WaitingSignUp) : null
  return waiting && now - waiting.sentAt < goodForMs ? { waiting, password: heldPassword } : null
}

/** Once it is confirmed, or somebody is signed in. */
export function forgetWaitingSignUp(): void {
  sessionStorage.removeItem(storageKey)
  heldPassword = null
}
