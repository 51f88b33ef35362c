import { Stripe } from 'stripe'
import type { EvidenceKind } from '#domain/invoices/disputes.ts'
import { type MovementFacts, movementsIn } from './balance.ts'
import { ask, idOf, instant, instantOrNull, make, options, span } from './client.ts'

export interface DisputeFacts {
  id: string
  charge: string
  status: Stripe.Dispute.Status
  reason: string
  amountCents: number
  currency: string
  openedAt: Date
  /** For evidence; null once the bank accepts none. */
  dueBy: Date | null
  isAnswered: boolean
  evidence: string | null
  /** Its changes of the balance. */
  movements: MovementFacts[]
}

/** A PDF, PNG or JPEG for the bank. */
export interface EvidenceFile {
  /** Ours: the same file is sent once. */
  id: string
  kind: EvidenceKind
  name: string
  type: string
  bytes: Uint8Array
}

export type ListedDispute = Pick<DisputeFacts, 'id' | 'status' | 'charge' | 'amountCents'>

export function disputeOperations(client: Stripe) {
  return {
    async read(account: string, dispute: string): Promise<DisputeFacts> {
      return disputeFacts(await ask(() => client.disputes.retrieve(dispute, {}, options(account))))
    },

    /** `until` is exclusive. */
    async listOpened(account: string, from: Date, until: Date): Promise<ListedDispute[]> {
      const found: ListedDispute[] = []
      await ask(async () => {
        const pages = client.disputes.list(span(from, until), options(account))
        for await (const { id, status, charge, amount } of pages)
          found.push({ id, status, charge: idOf(charge) ?? '', amountCents: amount })
      })
      return found
    },

    /** @returns ids */
    async listOf(account: string, charge: string): Promise<string[]> {
      const { data } = await ask(() => client.disputes.list({ charge, limit: 100 }, options(account)))
      return data.map(({ id }) => id)
    },

    /**
     * Sends the clinic's text and files to the bank; nothing can be added afterwards.
     * @returns false when the bank accepts no answer any more
     */
    async answer(
      account: string,
      dispute: string,
      given: { text: string; files: EvidenceFile[]; key: string },
    ): Promise<boolean> {
      const evidence: Stripe.DisputeUpdateParams.Evidence = { uncategorized_text: given.text }
      for (const { id, kind, name, type, bytes } of given.files) {
        const file = { name, type, data: bytes }
        const made = await make(() =>
          client.files.create({ purpose: 'dispute_evidence', file }, options(account, `${dispute}:${id}`)),
        )
        evidence[kind] = made.id
      }
      return unlessOver(() =>
        client.disputes.update(dispute, { evidence, submit: true }, options(account, given.key)),
      )
    },

    /** @returns false when it is decided or answered already */
    async accept(account: string, dispute: string): Promise<boolean> {
      return unlessOver(() => client.disputes.close(dispute, {}, options(account, `accept:${dispute}`)))
    },
  }
}

async function unlessOver(call: () => Promise<unknown>): Promise<boolean> {
  try {
    await ask(call)
    return true
  } catch (error) {
    const { StripeInvalidRequestError } = Stripe.errors
    if (error instanceof StripeInvalidRequestError && error.code !== 'resource_missing') return false
    throw error
  }
}

function disputeFacts(dispute: Stripe.Dispute): DisputeFacts {
  const { evidence_details: details } = dispute
  return {
    id: dispute.id,
    charge: idOf(dispute.charge) ?? '',
    status: dispute.status,
    reason: dispute.reason,
    amountCents: dispute.amount,
    currency: dispute.currency,
    openedAt: instant(dispute.created),
    dueBy: instantOrNull(details.due_by),
    isAnswered: details.submission_count > 0,
    evidence: dispute.evidence.uncategorized_text,
    movements: movementsIn(dispute.balance_transactions, idOf(dispute.charge)),
  }
}
