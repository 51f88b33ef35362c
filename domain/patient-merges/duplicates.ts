/** docs/domain-rules.md rule 28, docs/decisions/0134 */
import * as z from 'zod/mini'

/** Equal data of two records, the strongest evidence first. */
export const duplicateReasons = ['birth', 'name', 'phone', 'email', 'similar_name'] as const
export type DuplicateReason = (typeof duplicateReasons)[number]

/** Pairs per answer, the most probable first. */
export const mostPairs = 50

/** Dates are YYYY-MM-DD, instants ISO strings. */
export interface LikelyPatient {
  id: string
  name: string
  email: string | null
  phone: string | null
  bornOn: string | null
  createdAt: string
  /** Whether the record has an account. */
  hasAccount: boolean
}

/** The first is the record to retain: the one with an account, else the older one. */
export interface DuplicatePair {
  patients: [LikelyPatient, LikelyPatient]
  reasons: DuplicateReason[]
}

/** A pair marked as two people. */
export interface DismissedPair {
  patients: [{ id: string; name: string }, { id: string; name: string }]
  dismissedAt: string
  /** Null if the account was deleted. */
  dismissedBy: string | null
}

export interface PossibleDuplicates {
  pairs: DuplicatePair[]
  /** Of all pairs, including those not returned. */
  total: number
  dismissed: DismissedPair[]
}

/** The order of the pair does not matter. */
export const duplicatePairInput = z.object({ patientId: z.uuid(), otherId: z.uuid() })

export const patientsLikeInput = z.object({
  name: z.string().check(z.trim(), z.maxLength(200)),
  email: z.string().check(z.trim(), z.toLowerCase(), z.maxLength(254)),
})

/** An existing patient. */
export interface PatientLike {
  id: string
  name: string
  /** Whether the address matches; otherwise the name does. */
  hasEmail: boolean
}
