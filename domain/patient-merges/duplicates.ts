/** Patients of a clinic who are likely one person, entered twice (docs/domain-rules.md rule 28, docs/decisions/0134). */
import * as z from 'zod/mini'

/** What two records have in common, the strongest first. */
export const duplicateReasons = ['birth', 'name', 'phone', 'email', 'similar_name'] as const
export type DuplicateReason = (typeof duplicateReasons)[number]

/** Pairs of one answer, the likeliest first: the others follow as these are dealt with. */
export const mostPairs = 50

/** One of a pair. Dates are YYYY-MM-DD, instants ISO strings. */
export interface LikelyPatient {
  id: string
  name: string
  email: string | null
  phone: string | null
  bornOn: string | null
  createdAt: string
  /** somebody signs in to it now */
  hasAccount: boolean
}

/** The first is the record that should stay: the one with an account, else the older one. */
export interface DuplicatePair {
  patients: [LikelyPatient, LikelyPatient]
  reasons: DuplicateReason[]
}

/** A pair that somebody has found to be two people. */
export interface DismissedPair {
  patients: [{ id: string; name: string }, { id: string; name: string }]
  dismissedAt: string
  /** null: an account that is gone */
  dismissedBy: string | null
}

/** Answer of `possible-duplicates`. */
export interface PossibleDuplicates {
  pairs: DuplicatePair[]
  /** of all pairs, also those that are not shown */
  total: number
  dismissed: DismissedPair[]
}

/** Input of `dismiss-duplicates` and `restore-duplicates`: a pair, in either order. */
export const duplicatePairInput = z.object({ patientId: z.uuid(), otherId: z.uuid() })

/** Input of `patients-like`: somebody who is about to be entered. */
export const patientsLikeInput = z.object({
  name: z.string().check(z.trim(), z.maxLength(200)),
  email: z.string().check(z.trim(), z.toLowerCase(), z.maxLength(254)),
})

/** A patient whom the clinic has already. */
export interface PatientLike {
  id: string
  name: string
  /** whether the address is theirs; else they have the name */
  hasEmail: boolean
}
