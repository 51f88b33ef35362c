import { AppError } from '#domain/errors.ts'
import { agreeFeeInput } from '#domain/operator/operator.ts'
import { localMonth, nextMonth } from '#domain/statements/months.ts'
import { action } from '#server/clinic/action.ts'
import { audit } from '#server/clinic/audit.ts'
import { asSystem } from '#server/platform/database/transactions.ts'
import { requireOperator } from './require-operator.ts'

/**
 * Sets the fee that a clinic has agreed with Carefold: the commission, or a flat fee where the law of its place forbids
 * a share of revenue (docs/domain-rules.md choice 1). It applies from the clinic's next month, so that each month has
 * one policy. Audited in the clinic's trail.
 * @returns `fromMonth`
 * @throws AppError `not_allowed`, `second_step_required` unless the operator; `not_found`
 */
export const agreeFee = action({
  name: 'agree-fee',
  input: agreeFeeInput,
  access: 'signed-in',
  async run(tx, ctx, { clinicId, policy, feeCents }): Promise<{ fromMonth: string }> {
    await requireOperator(tx, ctx)
    return asSystem(tx, async () => {
      // waits for a month's close, which locks this row
      const billing = await tx
        .selectFrom('clinic_billing')
        .select('time_zone')
        .where('clinic_id', '=', clinicId)
        .forUpdate()
        .executeTakeFirst()
      if (!billing) throw new AppError('not_found')
      const now = ctx.now()
      const fromMonth = nextMonth(localMonth(now, billing.time_zone))
      const agreed = { policy, fee_cents: feeCents, agreed_at: now }
      await tx
        .insertInto('fee_agreements')
        .values({ clinic_id: clinicId, from_month: fromMonth, ...agreed })
        .onConflict((conflict) => conflict.columns(['clinic_id', 'from_month']).doUpdateSet(agreed))
        .execute()
      const details = { policy, fee_cents: feeCents, from_month: fromMonth }
      await audit(tx, 'clinic.fee_agreed', { type: 'clinic', id: clinicId }, details, clinicId)
      return { fromMonth }
    })
  },
})
