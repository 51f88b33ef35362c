/** Members who pay, and have not visited, written or signed in for some time (docs/decisions/0201). */

import * as z from 'zod/mini'
import { usualDays } from './periods.ts'

export const quietMembersInput = z.object({
  /** Without any contact for at least this long. */
  days: z._default(z.int().check(z.minimum(14), z.maximum(730)), usualDays),
})

/** A completed visit, a message of the patient, or a request of the signed-in patient, such as to read a lesson. */
export type ContactKind = 'visit' | 'message' | 'sign-in'

export interface QuietMember {
  patientId: string
  name: string
  plan: string
  /** The last contact, of the payer or a person on the plan; null: none since the plan began. */
  last: { kind: ContactKind; at: string } | null
  /** ISO instant. */
  startedAt: string
}

export interface QuietMembers {
  count: number
  /** The longest quiet first, at most 100. */
  members: QuietMember[]
}
