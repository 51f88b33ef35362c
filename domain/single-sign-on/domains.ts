/** Proof that a domain is a clinic's, by a TXT record in the DNS (docs/decisions/0147). */
import * as z from 'zod/mini'

/** How often a proven or lost domain is looked up again. */
export const domainCheckDays = 7

/** For so long a proven domain may be without its record before its sign-ins stop. The record is then looked up every day. */
export const domainGraceDays = 7

/** Waiting: never proven, or named again. Lost: was proven, and its record is gone. */
export type SsoDomainState = 'waiting' | 'proven' | 'lost'

/** A domain as the clinic's admin sees it. */
export interface SsoDomainView {
  domain: string
  state: SsoDomainState
  /** The TXT record that proves it. */
  record: { name: string; value: string }
  /** ISO 8601; null: never looked up. */
  checkedAt: string | null
  /** ISO 8601: when sign-ins stop unless the record is back; null: the record was there. */
  stopsAt: string | null
}

/** Found: the record is there. Absent: it is not. Unanswered: no name server answered, so nothing is known. */
export type DomainAnswer = 'found' | 'absent' | 'unanswered'

/** The TXT record that a clinic adds at its domain. */
export function proofRecord(domain: string, token: string): SsoDomainView['record'] {
  return { name: `_carefold.${domain}`, value: `carefold-domain=${token}` }
}

/** Input of `check-sso-domain`. */
export const checkSsoDomainInput = z.object({
  domain: z.string().check(z.trim(), z.toLowerCase(), z.maxLength(253)),
})
