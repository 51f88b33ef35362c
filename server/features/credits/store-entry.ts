import type { CreditReason, TakeBackReason } from '#domain/credits/inputs.ts'
import type { ClinicCtx } from '#server/clinic/action.ts'
import { auditPatients } from '#server/clinic/audit.ts'
import { asSystem } from '#server/platform/database/transactions.ts'
import { refreshCredits } from '../stripe-sync/refresh/refresh-credits.ts'

/** Stores a change that the desk made at Stripe, with its reason and one audit row. `cents` is 0 or more. */
export async function storeEntry(
  ctx: ClinicCtx,
  entry: {
    account: string
    customer: string
    patientId: string
    /** Stripe's, of the change. */
    id: string
    kind: 'given' | 'taken_back'
    cents: number
    reason: CreditReason | TakeBackReason
  },
): Promise<void> {
  const { id, patientId, kind, cents, reason } = entry
  await refreshCredits(ctx, { clinicId: ctx.clinicId, account: entry.account }, entry.customer)
  await ctx.transactions.withActor(ctx.caller, (tx) =>
    asSystem(tx, async () => {
      const { numUpdatedRows } = await tx
        .updateTable('credits')
        .set({ reason })
        .where('clinic_id', '=', ctx.clinicId)
        .where('id', '=', id)
        .where('reason', 'is', null)
        .executeTakeFirst()
      // a repeated press changes nothing
      if (numUpdatedRows > 0n)
        await auditPatients(tx, `credit.${kind}`, [patientId], { credit: id, cents, reason })
    }),
  )
}
