import { AppError } from '#domain/errors.ts'
import type { ClinicCtx } from '#server/clinic/action.ts'
import { asSystem } from '#server/platform/database/transactions.ts'
import { ownPatientId } from '../own-patient-id.ts'

/**
 * A card of the calling patient, with its customer.
 * @throws AppError `not_allowed` unless a patient; `second_step_required`, `not_found`
 */
export async function ownCard(ctx: ClinicCtx, cardId: string) {
  return ctx.transactions.withActor(ctx.caller, async (tx, actor) => {
    const patientId = await ownPatientId(tx, actor)
    if (!patientId) throw new AppError('not_allowed')
    const card = await asSystem(tx, () =>
      tx
        .selectFrom('patient_cards as k')
        .innerJoin('patient_customers as c', (join) =>
          join.onRef('c.clinic_id', '=', 'k.clinic_id').onRef('c.patient_id', '=', 'k.patient_id'),
        )
        .select(['c.stripe_account as account', 'c.stripe_customer as customer', 'k.stripe_method as method'])
        .select(['k.is_default as isDefault', 'k.patient_id as patientId'])
        .where('k.clinic_id', '=', ctx.clinicId)
        .where('k.id', '=', cardId)
        .where('k.patient_id', '=', patientId)
        .where('c.gone_at', 'is', null)
        .executeTakeFirst(),
    )
    if (!card) throw new AppError('not_found')
    return card
  })
}
