import { dayMs } from '#domain/values/durations.ts'
import { deviceMs } from '#web/lib/page/clock.ts'
import { tabStore } from '#web/lib/page/stores.ts'

/*
 * A pending sign-up of this tab, so that a reload shows "Check your email" again. Its password is held in memory only:
 * after a reload the form asks for it.
 */
const storageKey = 'carefold-sign-up'
// lifetime of the link in its first mail
const goodForMs = dayMs
let heldPassword: string | null = null

interface Sent {
  email: string
  /** When the last mail was requested; ms since 1970 */
  sentAt: number
}

export interface WaitingClinic extends Sent {
  kind: 'clinic'
  /** the account's id, by which a corrected sign-up replaces it */
  signUpId: string
  adminName: string
  clinicName: string
  clinicSubdomain: string
}

export interface WaitingPatient extends Sent {
  kind: 'patient'
}

export type WaitingSignUp = WaitingClinic | WaitingPatient

/** @param password of the sign-up; undefined leaves the stored one */
export function storeWaitingSignUp(waiting: WaitingSignUp, password?: string): void {
  tabStore.setItem(storageKey, JSON.stringify(waiting))
  if (password !== undefined) heldPassword = password
}

/** `password` is null after a reload. */
export function readWaitingSignUp(
  now = deviceMs(),
): { waiting: WaitingSignUp; password: string | null } | null {
  const stored = tabStore.getItem(storageKey)
  const waiting = stored ? (JSON.parse(stored) as WaitingSignUp) : null
  return waiting && now - waiting.sentAt < goodForMs ? { waiting, password: heldPassword } : null
}

export function forgetWaitingSignUp(): void {
  tabStore.removeItem(storageKey)
  heldPassword = null
}
