/** Two records of one person become one, and can be parted again (docs/domain-rules.md rule 28, docs/decisions/0133). */
import * as z from 'zod/mini'

/** What a patient has at most one of; where both records have it, the admin says whose stays. */
export const mergeSections = ['details', 'health', 'preferences', 'carePlan'] as const
export type MergeSection = (typeof mergeSections)[number]

/** Their tables. */
export const sectionTables: Record<MergeSection, string> = {
  details: 'public.patient_details',
  health: 'public.patient_health',
  preferences: 'public.contact_preferences',
  carePlan: 'public.care_plans',
}

const side = z.enum(['into', 'from'])
/** The record that stays, or the one that is emptied. */
export type MergeSide = z.infer<typeof side>

/** Input of `compare-patients`: the record that stays, and the one that is to be emptied. */
export const comparePatientsInput = z.object({ intoId: z.uuid(), fromId: z.uuid() })

/** Input of `merge-patients`. */
export const mergePatientsInput = z.object({
  intoId: z.uuid(),
  fromId: z.uuid(),
  /** whose name and address stay */
  name: side,
  email: side,
  /** sections of which the emptied record's stays; of what only one has, that one's stays */
  keepFrom: z.array(z.enum(mergeSections)),
})

/** Input of `part-patients`. */
export const partPatientsInput = z.object({ mergeId: z.uuid() })

/** Why two records cannot become one as they are. */
export const mergeObstacles = [
  'accounts',
  'plans',
  'covered_together',
  'visits',
  'guardian',
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
  sections: MergeSection[]
  counts: PatientCounts
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
