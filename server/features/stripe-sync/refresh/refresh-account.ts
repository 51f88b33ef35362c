import type { Services } from '#server/clinic/action.ts'
import { audit } from '#server/clinic/audit.ts'
import { clinicOf } from '#server/platform/database/clinic-of.ts'
import { takeNextRead } from '../next-read.ts'
import { storeBankDebit } from '../store-bank-debit.ts'

/** States in which patients can pay, and their money is paid out. */
const sells = ['payouts_enabled']

/**
 * Reads a clinic's connected account from Stripe and updates the local copy. Stripe may disable charges again for new
 * requirements (docs/domain-rules.md rule 22).
 * @returns the result, for the inbox; `unknown account` without a clinic
 */
export async function refreshAccount(services: Services, account: string): Promise<string> {
  const { transactions, stripe, clock, notices } = services
  const readNo = await takeNextRead(transactions, 'stripe-sync:refresh-account')
  const facts = await stripe.accounts.read(account)
  return transactions.withSystem('stripe-sync:refresh-account', async (tx) => {
    const before = await tx
      .selectFrom('payout_accounts')
      .select(['clinic_id', 'state', 'read_no'])
      .where('clinic_id', '=', await clinicOf(tx, 'payout_account', account))
      .forUpdate()
      .executeTakeFirst()
    if (!before) return 'unknown account'
    if (before.read_no >= readNo) return 'older than known'
    const after = await tx
      .updateTable('payout_accounts')
      .set({
        details_submitted: facts.detailsSubmitted,
        charges_enabled: facts.chargesEnabled,
        payouts_enabled: facts.payoutsEnabled,
        requirements_due: facts.requirementsDue,
        requirements_past_due: facts.requirementsPastDue,
        disabled_reason: facts.disabledReason,
        merchant_code: facts.merchantCode,
        bank_debit_capability: facts.bankDebits,
        read_no: readNo,
        updated_at: clock.now(),
      })
      .where('clinic_id', '=', before.clinic_id)
      .returning('state')
      .executeTakeFirstOrThrow()
    await storeBankDebit(tx, before.clinic_id)
    if (after.state !== before.state) {
      const change = { from: before.state, to: after.state }
      await audit(
        tx,
        'payout_account.state_changed',
        { type: 'payout_account', id: account },
        change,
        before.clinic_id,
      )
      if (sells.includes(before.state) && !sells.includes(after.state)) {
        const key = `${before.clinic_id} ${clock.now().toISOString()}`
        await notices.notifyAdmins(tx, { clinicId: before.clinic_id, kind: 'payouts_blocked', key })
      }
    }
    return after.state
  })
}

/** Records that the clinic has disconnected Carefold at Stripe: no new members; current ones stay. */
export async function disconnectAccount(services: Services, account: string): Promise<string> {
  return services.transactions.withSystem('stripe-sync:disconnect-account', async (tx) => {
    const row = await tx
      .updateTable('payout_accounts')
      .set({
        disconnected_at: services.clock.now(),
        charges_enabled: false,
        updated_at: services.clock.now(),
      })
      .where('clinic_id', '=', await clinicOf(tx, 'payout_account', account))
      .where('disconnected_at', 'is', null)
      .returning('clinic_id')
      .executeTakeFirst()
    if (!row) return 'unknown account'
    await audit(tx, 'payout_account.disconnected', { type: 'payout_account', id: account }, {}, row.clinic_id)
    const key = `${row.clinic_id} ${services.clock.now().toISOString()}`
    await services.notices.notifyAdmins(tx, { clinicId: row.clinic_id, kind: 'payouts_blocked', key })
    return 'disconnected'
  })
}
