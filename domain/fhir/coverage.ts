import { plainText, referenceTo, systemOf } from './codes.ts'
import type { Coverage, FhirPlace } from './resources.ts'

/** One patient covered by a paid plan. Dates are YYYY-MM-DD. */
export interface CoverageRow {
  id: string
  subscriptionId: string
  patientId: string
  payerId: string
  planId: string
  planName: string
  /** Stripe's. */
  status: string
  from: string
  /** The last covered day; null: without end. */
  until: string | null
  /** Whether that day is over. */
  isOver: boolean
}

/** Each status of FHIR with Stripe's; those that are not listed are over. For the resource and for searches. */
export const coverageStatuses = {
  active: ['active', 'trialing', 'past_due', 'unpaid', 'paused'],
  draft: ['incomplete'],
} as const

function statusOf({ status, isOver }: Pick<CoverageRow, 'status' | 'isOver'>): Coverage['status'] {
  const lists = (list: readonly string[]) => list.includes(status)
  if (lists(coverageStatuses.draft)) return 'draft'
  return lists(coverageStatuses.active) && !isOver ? 'active' : 'cancelled'
}

/** Self-pay: the payer of the plan is its payor. */
export function coverageResource(row: CoverageRow, place: FhirPlace): Coverage {
  return {
    resourceType: 'Coverage',
    id: row.id,
    identifier: [{ system: systemOf(place, 'subscription'), value: row.subscriptionId }],
    status: statusOf(row),
    type: {
      coding: [
        { system: 'http://terminology.hl7.org/CodeSystem/coverage-selfpay', code: 'pay', display: 'Pay' },
      ],
    },
    policyHolder: referenceTo('Patient', row.payerId),
    beneficiary: referenceTo('Patient', row.patientId),
    period: { start: row.from, ...(row.until && { end: row.until }) },
    payor: [referenceTo('Patient', row.payerId)],
    class: [
      {
        type: {
          coding: [
            {
              system: 'http://terminology.hl7.org/CodeSystem/coverage-class',
              code: 'plan',
              display: 'Plan',
            },
          ],
        },
        value: row.planId,
        name: plainText(row.planName),
      },
    ],
  }
}
