/** docs/domain-rules.md rule 28, docs/decisions/0133 */
import * as z from 'zod/mini'
import { ageOn } from '../plans/household.ts'
import { adultAge } from '../retention/retention.ts'

/** Personal details: the remaining record's value, else the other's. */
export const detailFields = ['bornOn', 'phone', 'address'] as const
export type DetailField = (typeof detailFields)[number]

/** `intoId` remains, `fromId` is emptied. */
export const comparePatientsInput = z.object({ intoId: z.uuid(), fromId: z.uuid() })

export const mergePatientsInput = z.object({
  intoId: z.uuid(),
  fromId: z.uuid(),
  /** The caller has verified that two distant dates of birth belong to one person. */
  agesChecked: z._default(z.boolean(), false),
})

/** Years of difference that exceed a typo. */
const farApart = 5

/**
 * Years between two dates of birth that need verification: distant, or of a child and an adult.
 *
 * @param today YYYY-MM-DD, like the dates
 * @returns null if there is nothing to verify or a date is unknown
 */
export function yearsApart(one: string | null, other: string | null, today: string): number | null {
  if (!one || !other) return null
  const [older, younger] = one < other ? [one, other] : [other, one]
  const years = ageOn(older, younger)
  const isChildAndAdult = ageOn(younger, today) < adultAge && ageOn(older, today) >= adultAge
  return years >= farApart || isChildAndAdult ? years : null
}

export const partPatientsInput = z.object({ mergeId: z.uuid() })

export const mergeObstacles = [
  'accounts',
  'plans',
  'covered_together',
  'visits',
  'guardian',
  'dispute',
  'held',
  'erased',
] as const
export type MergeObstacle = (typeof mergeObstacles)[number]

/** Instants are ISO strings. */
export interface ComparedPatient {
  id: string
  name: string
  email: string
  createdAt: string
  /** Whether the record has an account. */
  hasAccount: boolean
  bornOn: string | null
  phone: string | null
  /** On one line. */
  address: string | null
  health: ComparedHealth | null
  carePlan: ComparedCarePlan | null
  counts: PatientCounts
}

/** Health information from the patient's profile. */
export interface ComparedHealth {
  emergencyContact: string | null
  emergencyPhone: string | null
  allergies: string | null
  medications: string | null
  conditions: string | null
}

/** A summary of the care plan. */
export interface ComparedCarePlan {
  steps: string[]
  themes: string[]
  visits: string[]
  changedAt: string
}

export interface PatientCounts {
  visits: number
  messages: number
  lessons: number
  notes: number
  files: number
  payments: number
  plans: number
}

export interface PatientComparison {
  into: ComparedPatient
  from: ComparedPatient
  obstacles: MergeObstacle[]
  /** Null if no verification is needed. */
  yearsApart: number | null
}

export interface PatientMerge {
  id: string
  /** Of the emptied record. */
  name: string
  mergedAt: string
  /** Later visits of the emptied record that overlap another visit: they wait until it is moved. */
  waitingVisits: number
}

export const personMergesInput = z.object({ patientId: z.uuid() })
