/** The operator's own area: whoever runs this installation. No health data (docs/decisions/0083). */
import * as z from 'zod/mini'
import { agreedPolicies, type FeeAgreement } from '../statements/commission.ts'
import { operatorTexts } from '../texts/operator.ts'

/** How many of each list are read at once. */
export const operatorListLimit = 100

/** Input of `operator-clinics`. */
export const operatorClinicsInput = z.object({
  /** Part of a name or an address; empty: the newest */
  search: z._default(z.string().check(z.trim(), z.maxLength(100)), ''),
})

/** Input of `retry-job`. */
export const retryJobInput = z.object({ jobId: z.uuid() })

export const flatFeeLimits = { minCents: 50, maxCents: 1_000_000 }

/** Input of `agree-fee`: what a clinic pays from the next month on, where no tier runs. */
export const agreeFeeInput = z
  .object({
    clinicId: z.uuid(),
    policy: z.enum(agreedPolicies),
    /** Per month, or per member and month, in the clinic's currency; null under the commission. */
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

/** A clinic as its operator sees it. Instants are ISO strings. */
export interface OperatorClinic {
  id: string
  name: string
  subdomain: string
  createdAt: string
  /** members of every role, without those who have left */
  members: number
  /** null before its first set-up of billing */
  policy: 'partnership' | 'tier' | null
  tier: string | null
  currency: string
  /** What was agreed last, also for a month to come; null: the commission. */
  fee: FeeAgreement | null
  /** the clinic's own account can take payments */
  takesPayments: boolean
  /** statements that are due and not paid */
  unpaidStatements: number
}

/** The job that compares a clinic's ledger with Stripe: what it found is shown with it. */
export const ledgerComparisonQueue = 'ledger.compare-clinic'

/** Payments and refunds of a clinic that Stripe and the ledger have with different amounts; one of them as an example. */
export interface LedgerFinding {
  differences: number
  /** Stripe's: `ch_...` or `re_...` */
  id: string
  stripeCents: number
  ledgerCents: number
  currency: string
}

/** A job that failed after its last attempt. Why stands in the server's log: it may name what nobody here may read. */
export interface FailedJob {
  id: string
  queue: string
  failedAt: string | null
  attempts: number
  /** null where the job is about no clinic */
  clinicName: string | null
  /** what the comparison of the ledger found; null for other jobs, and where it failed otherwise */
  ledger: LedgerFinding | null
}

/** A message that was not taken. To whom it goes stays with the clinic. */
export interface FailedMessage {
  id: string
  channel: 'mail' | 'sms'
  template: string
  clinicName: string | null
  queuedAt: string
  attempts: number
  /** the job to retry; null: it is retried by itself */
  jobId: string | null
}

/** What a visitor wrote on /contact. */
export interface ContactRequestView {
  id: string
  about: string
  name: string
  email: string
  clinicName: string | null
  message: string
  createdAt: string
}

/** Answer of `operator-overview`. */
export interface OperatorOverview {
  clinics: number
  failedJobs: FailedJob[]
  failedMessages: FailedMessage[]
  requests: ContactRequestView[]
}
