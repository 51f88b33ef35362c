import type { Services } from '#server/clinic/action.ts'
import { bookMovements } from '#server/features/ledger/book-movements.ts'
import type { Tx } from '#server/platform/database/transactions.ts'
import type { MovementFacts, PayoutFacts } from '#server/platform/stripe/balance.ts'
import type { ConnectedClinic } from '../connected-clinic.ts'
import { takeNextRead } from '../next-read.ts'

const purpose = 'stripe-sync:refresh-payout'

/**
 * Reads a payout from Stripe with the movements in it, books them, and notifies the admins once of a failed one. A failed payout retains its movements: the money
 * that returns is another movement, and part of a later payout.
 * @param source cause of the read, for the ledger
 */
export async function refreshPayout(
  services: Services,
  clinic: ConnectedClinic,
  payout: string,
  source: string,
): Promise<string> {
  const { transactions, stripe, notices, clock } = services
  const { clinicId, account } = clinic
  const readNo = await takeNextRead(transactions, purpose)
  const facts = await stripe.balance.readPayout(account, payout)
  const listed =
    facts.isAutomatic && !(await isItemized(services, clinic, payout))
      ? await stripe.balance.movementsOf(account, payout)
      : []
  return transactions.withSystem(purpose, async (tx) => {
    const movements = [...facts.movements, ...listed]
    await bookMovements(tx, { clinicId, movements, source, now: clock.now() })
    const contained = listed.filter((each) => !(each.kind === 'payout' && each.source === payout))
    if (!(await upsertPayout(tx, clinicId, facts, contained, readNo))) return 'older than known'
    if (facts.status === 'failed')
      await notices.notifyAdmins(tx, { clinicId, kind: 'payout_failed', key: payout })
    return facts.status
  })
}

async function isItemized({ transactions }: Services, clinic: ConnectedClinic, id: string): Promise<boolean> {
  const row = await transactions.withSystem(purpose, (tx) =>
    tx
      .selectFrom('payouts')
      .select('is_itemized')
      .where('clinic_id', '=', clinic.clinicId)
      .where('id', '=', id)
      .executeTakeFirst(),
  )
  return row?.is_itemized ?? false
}

/** @returns whether the facts are newer than the stored ones; the movements are assigned in any case */
async function upsertPayout(
  tx: Tx,
  clinicId: string,
  facts: PayoutFacts,
  contained: readonly MovementFacts[],
  readNo: number,
): Promise<boolean> {
  const { id } = facts
  const state = {
    status: facts.status,
    amount_cents: facts.amountCents,
    arrives_on: facts.arrivesOn,
    statement_text: facts.statementText,
    failure_code: facts.failureCode,
    read_no: readNo,
  }
  const stored = await tx
    .insertInto('payouts')
    .values({
      id,
      clinic_id: clinicId,
      currency: facts.currency,
      is_automatic: facts.isAutomatic,
      sent_at: facts.sentAt,
      ...state,
    })
    .onConflict((conflict) =>
      conflict.columns(['clinic_id', 'id']).doUpdateSet(state).where('payouts.read_no', '<', readNo),
    )
    .returning('id')
    .executeTakeFirst()
  // complete or not yet: Stripe lists the movements some time after it sends the payout
  if (contained.length > 0 && contained.reduce((sum, each) => sum + each.netCents, 0) === facts.amountCents) {
    await tx
      .updateTable('balance_movements')
      .set({ payout_id: id })
      .where('clinic_id', '=', clinicId)
      .where((row) => row('id', '=', row.fn.any(row.val(contained.map((each) => each.id)))))
      .execute()
    await tx
      .updateTable('payouts')
      .set({
        is_itemized: true,
        payments_count: contained.filter(({ kind }) => kind === 'charge').length,
      })
      .where('clinic_id', '=', clinicId)
      .where('id', '=', id)
      .execute()
  }
  return stored !== undefined
}
