import { newId } from '#sandbox/stripe/world/ids.ts'
import { present } from '#sandbox/stripe/world/present.ts'
import type { Records } from '#sandbox/stripe/world/records.ts'
import type { Scope } from '#sandbox/stripe/world/scope.ts'
import { invalidRequest } from '#sandbox/stripe/world/stripe-failure.ts'
import { recordBalance } from '../balance.ts'

type Dispute = Records['dispute']

/** Stripe's fee for a dispute, refunded if the dispute is won. */
const disputeFee = 1_500
const daysToAnswer = 9
const daySeconds = 24 * 60 * 60

/** Evidence texts that decide a dispute in Stripe's test mode; other texts leave it with the bank. */
const outcomes: Record<string, 'won' | 'lost'> = { winning_evidence: 'won', losing_evidence: 'lost' }
const escalation = 'escalate_inquiry_evidence'

/** The amount is withdrawn until the decision; an inquiry withdraws nothing. */
export function openDispute(scope: Scope, charge: Records['charge'], isInquiry = false): Dispute {
  const id = newId('du')
  scope.update('charge', charge.id, { disputed: true }, 'charge.updated')
  const dispute = scope.add(
    'dispute',
    {
      id,
      amount: charge.amount,
      balance_transactions: isInquiry ? [] : [moveMoney(scope, charge, id, -1)],
      is_charge_refundable: isInquiry,
      charge: charge.id,
      currency: charge.currency,
      evidence_details: {
        due_by: scope.now + daysToAnswer * daySeconds,
        enhanced_eligibility: {},
        has_evidence: false,
        past_due: false,
        submission_count: 0,
        submission_method: 'not_submitted',
      },
      payment_intent: charge.payment_intent,
      reason: 'fraudulent',
      status: isInquiry ? 'warning_needs_response' : 'needs_response',
    },
    'charge.dispute.created',
  )
  if (isInquiry) return dispute
  return scope.update('dispute', id, {}, 'charge.dispute.funds_withdrawn') ?? dispute
}

/** A debit that the payer's bank takes back is lost at once. */
export function takeBack(scope: Scope, charge: Records['charge']): Dispute {
  const { id } = openDispute(scope, charge)
  scope.update('dispute', id, { reason: 'debit_not_authorized' })
  return decide(scope, id, 'lost')
}

type EvidenceFile =
  | 'cancellation_policy'
  | 'customer_communication'
  | 'customer_signature'
  | 'duplicate_charge_documentation'
  | 'receipt'
  | 'refund_policy'
  | 'service_documentation'
  | 'uncategorized_file'

/** Null removes a file. */
type EvidenceFiles = Partial<Record<EvidenceFile, string | null>>

/** Once submitted, texts of Stripe's test mode decide the dispute. */
export function answerDispute(
  scope: Scope,
  id: string,
  { text, files, isSubmitted }: { text: string | null; files: EvidenceFiles; isSubmitted: boolean },
): Dispute {
  const dispute = openOnly(scope, id)
  for (const [name, file] of Object.entries(files))
    if (file && scope.find('file', file)?.purpose !== 'dispute_evidence')
      throw invalidRequest(`No such file upload: '${file}'`, {
        param: `evidence[${name}]`,
        code: 'resource_missing',
      })
  const { evidence, evidence_details: details } = dispute
  scope.update(
    'dispute',
    id,
    {
      evidence: { ...evidence, ...files, uncategorized_text: text ?? evidence.uncategorized_text },
      evidence_details: {
        ...details,
        has_evidence: details.has_evidence || text !== null || Object.keys(files).length > 0,
        submission_count: details.submission_count + (isSubmitted ? 1 : 0),
        ...(isSubmitted && { submission_method: 'manual' as const }),
      },
      ...(isSubmitted
        ? { status: isInquiry(dispute) ? ('warning_under_review' as const) : ('under_review' as const) }
        : {}),
    },
    'charge.dispute.updated',
  )
  const words = text ?? evidence.uncategorized_text ?? ''
  if (isSubmitted && isInquiry(dispute)) {
    if (words === escalation) return escalate(scope, id)
    return outcomes[words] === 'won' ? closeInquiry(scope, id) : scope.must('dispute', id)
  }
  const outcome = outcomes[words]
  return isSubmitted && outcome ? decide(scope, id, outcome) : scope.must('dispute', id)
}

export function closeDispute(scope: Scope, id: string): Dispute {
  if (isInquiry(openOnly(scope, id))) return closeInquiry(scope, id)
  return decide(scope, id, 'lost')
}

function isInquiry({ status }: Dispute): boolean {
  return status.startsWith('warning')
}

function closeInquiry(scope: Scope, id: string): Dispute {
  return scope.update('dispute', id, { status: 'warning_closed' }, 'charge.dispute.closed')
}

function escalate(scope: Scope, id: string): Dispute {
  const charge = scope.must('charge', String(scope.must('dispute', id).charge))
  return scope.update(
    'dispute',
    id,
    {
      status: 'needs_response',
      is_charge_refundable: false,
      balance_transactions: [moveMoney(scope, charge, id, -1)],
    },
    'charge.dispute.funds_withdrawn',
  )
}

function decide(scope: Scope, id: string, outcome: 'won' | 'lost'): Dispute {
  const dispute = scope.must('dispute', id)
  if (outcome === 'won') {
    const charge = scope.must('charge', String(dispute.charge))
    const moved = [...dispute.balance_transactions, moveMoney(scope, charge, id, 1)]
    scope.update('dispute', id, { balance_transactions: moved }, 'charge.dispute.funds_reinstated')
  }
  scope.update('dispute', id, { status: outcome }, 'charge.dispute.closed')
  return scope.must('dispute', id)
}

function openOnly(scope: Scope, id: string): Dispute {
  const dispute = scope.must('dispute', id)
  if (dispute.status === 'needs_response' || dispute.status === 'warning_needs_response') return dispute
  throw invalidRequest(
    `This dispute is already ${dispute.status.endsWith('under_review') ? 'submitted' : 'closed'}`,
  )
}

function moveMoney(
  scope: Scope,
  charge: Records['charge'],
  dispute: string,
  sign: 1 | -1,
): Dispute['balance_transactions'][number] {
  const id = recordBalance(scope, {
    amount: sign * charge.amount,
    currency: charge.currency,
    description: `Chargeback ${sign < 0 ? 'withdrawal' : 'reversal'} for ${charge.id}`,
    fee: -sign * disputeFee,
    source: dispute,
    type: 'adjustment',
    reporting_category: sign < 0 ? 'dispute' : 'dispute_reversal',
  })
  // The whole object, not its id.
  return present(scope, scope.must('balance_transaction', id)) as never
}
