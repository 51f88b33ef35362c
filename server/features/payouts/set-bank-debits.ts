import { AppError } from '#domain/errors.ts'
import type { DebitCapability } from '#domain/payouts/bank-debits.ts'
import { setBankDebitsInput } from '#domain/payouts/inputs.ts'
import { outwardAction } from '#server/clinic/action.ts'
import { audit } from '#server/clinic/audit.ts'
import { asSystem } from '#server/platform/database/transactions.ts'
import { storeBankDebit } from '../stripe-sync/store-bank-debit.ts'

/**
 * Lets patients pay by bank account, or no longer offers it. Switching on requests the capability at Stripe; patients
 * who pay by bank account continue when it is switched off (docs/decisions/0190).
 * @returns Stripe's state of the capability
 * @throws AppError `not_allowed`, `second_step_required`
 * @throws AppError `payouts_not_ready` without an account that can charge; `payments_unavailable`
 */
export const setBankDebits = outwardAction({
  name: 'set-bank-debits',
  input: setBankDebitsInput,
  access: 'payouts:write',
  async run(ctx, { isOn }): Promise<{ capability: DebitCapability | null }> {
    const account = await ctx.transactions.withSystem('payouts:bank-debits', (tx) =>
      tx
        .selectFrom('payout_accounts')
        .select(['stripe_account as id', 'charges_enabled as canCharge', 'disconnected_at'])
        .select('bank_debit_capability as capability')
        .where('clinic_id', '=', ctx.clinicId)
        .executeTakeFirst(),
    )
    if (!account?.canCharge || account.disconnected_at) throw new AppError('payouts_not_ready')
    const capability = isOn
      ? (await ctx.stripe.accounts.requestBankDebits(account.id)).bankDebits
      : (account.capability as DebitCapability | null)
    await ctx.transactions.withActor(ctx.caller, (tx) =>
      asSystem(tx, async () => {
        await tx
          .updateTable('payout_accounts')
          .set({ bank_debits: isOn, bank_debit_capability: capability, updated_at: ctx.now() })
          .where('clinic_id', '=', ctx.clinicId)
          .execute()
        await storeBankDebit(tx, ctx.clinicId)
        const change = { to: isOn ? 'on' : 'off' }
        await audit(tx, 'clinic.bank_debits_changed', { type: 'clinic', id: ctx.clinicId }, change)
      }),
    )
    return { capability }
  },
})
