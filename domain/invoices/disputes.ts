/** docs/payments.md 7 */
import * as z from 'zod/mini'
import { clinicInvoiceTexts } from '../texts/clinic-invoices.ts'

const texts = clinicInvoiceTexts.disputes

export type DisputeState = 'to_answer' | 'with_bank' | 'won' | 'lost' | 'closed'

/** @param status Stripe's; an unknown one counts as closed */
export function disputeState(status: string): DisputeState {
  switch (status) {
    case 'needs_response':
    case 'warning_needs_response':
      return 'to_answer'
    case 'under_review':
    case 'warning_under_review':
      return 'with_bank'
    case 'won':
    case 'lost':
      return status
    default:
      return 'closed'
  }
}

export const openDisputes = [
  'needs_response',
  'warning_needs_response',
  'under_review',
  'warning_under_review',
] as const

export function isOpenDispute(status: string): boolean {
  return (openDisputes as readonly string[]).includes(status)
}

/**
 * In these states the bank holds the money, so the payment cannot be refunded. An inquiry, or a dispute that was won,
 * leaves it with the clinic.
 */
export const takenBackStatuses = ['needs_response', 'under_review', 'lost'] as const

/** `held`: until the bank's decision. `lost`: permanently. */
export type TakenBack = 'held' | 'lost'

/** Why a payment with these disputes cannot be refunded; undefined if it can. */
export function takenBackOf(disputes: readonly { status: string }[]): TakenBack | undefined {
  const standing = disputes.filter(({ status }) => (takenBackStatuses as readonly string[]).includes(status))
  if (standing.length === 0) return undefined
  return standing.some(({ status }) => status !== 'lost') ? 'held' : 'lost'
}

/** Stripe's maximum length. */
export const longestEvidence = 20_000

/** Stripe's evidence fields for files, one file each. */
export const evidenceKinds = [
  'customer_signature',
  'service_documentation',
  'customer_communication',
  'receipt',
  'cancellation_policy',
  'refund_policy',
  'duplicate_charge_documentation',
  'uncategorized_file',
] as const
export type EvidenceKind = (typeof evidenceKinds)[number]

const evidenceFile = z.object({ fileId: z.uuid(), kind: z.enum(evidenceKinds) })

const areDistinct = (values: string[]) => new Set(values).size === values.length

const disputeId = z.string().check(z.regex(/^(du|dp)_[A-Za-z0-9]{8,64}$/))

/** `attempt` identifies one click. */
export const answerDisputeInput = z.object({
  disputeId,
  evidence: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, texts.evidenceMissing),
      z.maxLength(longestEvidence, texts.evidenceTooLong),
    ),
  files: z._default(
    z.array(evidenceFile).check(
      z.maxLength(evidenceKinds.length),
      z.refine((files) => areDistinct(files.map(({ kind }) => kind)), texts.fileKindTaken),
      z.refine((files) => areDistinct(files.map(({ fileId }) => fileId)), texts.fileKindTaken),
    ),
    [],
  ),
  attempt: z.uuid(),
})

export const acceptDisputeInput = z.object({ disputeId })
