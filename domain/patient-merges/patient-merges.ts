/** Two records of one person become one, and can be parted again (docs/domain-rules.md rule 28, docs/decisions/0133). */
import * as z from 'zod/mini'
import { ageOn } from '../plans/household.ts'
import { adultAge } from '../retention/retention.ts'

/** Personal details: the value of the record that stays; where only the other one has it, that one's. */
export const detailFields = ['bornOn', 'phone', 'address'] as const
export type DetailField = (typeof detailFields)[number]

/** Input of `compare-patients`: the record that stays, and the one that is to be emptied. */
export const comparePatientsInput = z.object({ intoId: z.uuid(), fromId: z.uuid() })

/** Input of `merge-patients`. */
export const mergePatientsInput = z.object({
  intoId: z.uuid(),
  fromId: z.uuid(),
  /** the caller has checked that two records with dates of birth far apart are of one person */
  agesChecked: z._default(z.boolean(), false),
})

/** From here on, two dates of birth are not one that was mistyped. */
const farApart = 5

/**
 * Years between two dates of birth that need a second look: far apart, or one of a child and one of an adult.
 *
 * @param today YYYY-MM-DD, as the dates
 * @returns null where nothing is to be checked, or one of them is not known
 */
export function yearsApart(one: string | null, other: string | null, today: string): number | null {
  if (!one || !other) return null
  const [older, younger] = one < other ? [one, other] : [other, one]
  const years = ageOn(older, younger)
  const isChildAndAdult = ageOn(younger, today) < adultAge && ageOn(older, today) >= adultAge
  return years >= farApart || isChildAndAdult ? years : null
}

/** Input of `part-patients`. */
export const partPatientsInput = z.object({ mergeId: z.uuid() })

/** Why two records cannot become one as they are. */
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

/** One of two records that are compared. Instants are ISO strings. */
export interface ComparedPatient {
  id: string
  name: string
  email: string
  createdAt: string
  /** somebody signs in to it now */
  hasAccount: boolean
  bornOn: string | null
  phone: string | null
  /** on one line */
  address: string | null
  health: ComparedHealth | null
  carePlan: ComparedCarePlan | null
  counts: PatientCounts
}

/** What a patient has told the clinic about their health. */
export interface ComparedHealth {
  emergencyContact: string | null
  emergencyPhone: string | null
  allergies: string | null
  medications: string | null
  conditions: string | null
}

/** What the clinic plans with a patient, in short. */
export interface ComparedCarePlan {
  steps: string[]
  themes: string[]
  visits: string[]
  changedAt: string
}

/** How much a record has of what moves. */
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
  /** years between the dates of birth, where somebody has to check that this is one person */
  yearsApart: number | null
}

/** A merge that stands, as the page of the record that stayed shows it. */
export interface PatientMerge {
  id: string
  /** of the emptied record */
  name: string
  mergedAt: string
  /** visits that came to it since, at the time of another one: they wait until that is moved */
  waitingVisits: number
}

/** Input of `person-merges`. */
export const personMergesInput = z.object({ patientId: z.uuid() })
