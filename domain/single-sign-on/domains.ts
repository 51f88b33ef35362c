/** Proof of a domain by a TXT record in the DNS (docs/decisions/0147). */
import * as z from 'zod/mini'

export const domainCheckDays = 7

/** Days without the record before sign-ins of a proven domain stop. Checks are then daily. */
export const domainGraceDays = 7

/** waiting: never proven, or added again. lost: was proven, and its record is missing. */
export type SsoDomainState = 'waiting' | 'proven' | 'lost'

export interface SsoDomainView {
  domain: string
  state: SsoDomainState
  record: { name: string; value: string }
  /** ISO 8601; null before the first check. */
  checkedAt: string | null
  /** ISO 8601: when sign-ins stop unless the record returns; null while it is present. */
  stopsAt: string | null
}

/** unanswered: no name server answered, so the state is unknown. */
export type DomainAnswer = 'found' | 'absent' | 'unanswered'

export function proofRecord(domain: string, token: string): SsoDomainView['record'] {
  return { name: `_carefold.${domain}`, value: `carefold-domain=${token}` }
}

export const checkSsoDomainInput = z.object({
  domain: z.string().check(z.trim(), z.toLowerCase(), z.maxLength(253)),
})
