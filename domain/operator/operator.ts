/** The operator's area. It has no health data (docs/decisions/0083). */
import * as z from 'zod/mini'
import { agreedPolicies, type FeeAgreement } from '../statements/commission.ts'
import { operatorTexts } from '../texts/operator.ts'

/** Rows per list and request. */
export const operatorListLimit = 100

export const operatorClinicsInput = z.object({
  /** Part of a name or address; empty: the newest. */
  search: z._default(z.string().check(z.trim(), z.maxLength(100)), ''),
})

export const retryJobInput = z.object({ jobId: z.uuid() })

export const flatFeeLimits = { minCents: 50, maxCents: 1_000_000 }

/** The clinic's fee from the next month on, if no tier runs. */
export const agreeFeeInput = z
  .object({
    clinicId: z.uuid(),
    policy: z.enum(agreedPolicies),
    /** Per month, or per member and month, in the clinic's currency; null under commission. */
    feeCents: z.nullable(
      z
        .int(operatorTexts.fee.invalid)
        .check(
          z.gte(flatFeeLimits.minCents, operatorTexts.fee.invalid),
          z.lte(flatFeeLimits.maxCents, operatorTexts.fee.invalid),
        ),
    ),
  })
  .check(
    z.refine(({ policy, feeCents }) => (policy === 'partnership') === (feeCents === null), {
      error: operatorTexts.fee.invalid,
      path: ['feeCents'],
    }),
  )

/** Instants are ISO strings. */
export interface OperatorClinic {
  id: string
  name: string
  subdomain: string
  createdAt: string
  /** Members of every role who have not left. */
  members: number
  /** Null before billing was set up. */
  policy: 'partnership' | 'tier' | null
  tier: string | null
  currency: string
  /** The last agreement, also for a future month; null: commission. */
  fee: FeeAgreement | null
  /** Whether the clinic's own account can take payments. */
  takesPayments: boolean
  /** Statements that are due and unpaid. */
  unpaidStatements: number
}

export const ledgerComparisonQueue = 'ledger.compare-clinic'

/** Payments and refunds whose amounts differ between Stripe and the ledger, with one example. */
export interface LedgerFinding {
  differences: number
  /** Stripe's: `ch_...` or `re_...` */
  id: string
  stripeCents: number
  ledgerCents: number
  currency: string
}

/** A job that failed its last attempt. The error is in the server's log only, because it may contain clinic data. */
export interface FailedJob {
  id: string
  queue: string
  failedAt: string | null
  attempts: number
  /** Null for a job without a clinic. */
  clinicName: string | null
  /** The result of the ledger comparison; null for other jobs and failures. */
  ledger: LedgerFinding | null
}

/** A message that was rejected. The recipient is not shown to the operator. */
export interface FailedMessage {
  id: string
  channel: 'mail' | 'sms'
  template: string
  clinicName: string | null
  queuedAt: string
  attempts: number
  /** The job to retry; null if the server retries it. */
  jobId: string | null
}

/** A request from /contact. */
export interface ContactRequestView {
  id: string
  about: string
  name: string
  email: string
  clinicName: string | null
  message: string
  createdAt: string
}

export interface OperatorOverview {
  clinics: number
  failedJobs: FailedJob[]
  failedMessages: FailedMessage[]
  requests: ContactRequestView[]
}
