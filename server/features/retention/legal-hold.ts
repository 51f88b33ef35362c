import { AppError } from '#domain/errors.ts'
import { type LegalHold, legalHoldInput } from '#domain/retention/legal-hold.ts'
import { action, type ClinicCtx } from '#server/clinic/action.ts'
import { audit } from '#server/clinic/audit.ts'
import { asSystem, type Tx } from '#server/platform/database/transactions.ts'

/**
 * Places or releases a patient's legal hold, which stops erasure (docs/domain-rules.md rule 34).
 * @throws AppError `not_found`
 */
export const legalHold = action({
  name: 'legal-hold',
  input: legalHoldInput,
  access: 'members:update',
  run: (tx, ctx, { patientId, hold }): Promise<LegalHold> =>
    asSystem(tx, async () => {
      const patient = await tx
        .selectFrom('patients')
        .select('id')
        .where('clinic_id', '=', ctx.clinicId)
        .where('id', '=', patientId)
        // two clicks at once place one
        .forUpdate()
        .executeTakeFirst()
      if (!patient) throw new AppError('not_found')
      const held = await openHold(tx, ctx, patientId)
      if (hold === undefined || hold === (held !== null)) return { heldSince: held?.toISOString() ?? null }
      return hold ? place(tx, ctx, patientId) : release(tx, ctx, patientId)
    }),
})

async function openHold(tx: Tx, { clinicId }: ClinicCtx, patientId: string): Promise<Date | null> {
  const held = await tx
    .selectFrom('app.legal_holds')
    .select('placed_at')
    .where('clinic_id', '=', clinicId)
    .where('patient_id', '=', patientId)
    .where('released_at', 'is', null)
    .executeTakeFirst()
  return held?.placed_at ?? null
}

async function place(tx: Tx, ctx: ClinicCtx, patientId: string): Promise<LegalHold> {
  const placed_at = ctx.now()
  await tx
    .insertInto('app.legal_holds')
    .values({ clinic_id: ctx.clinicId, patient_id: patientId, placed_by: ctx.userId, placed_at })
    .execute()
  await audit(tx, 'patient.hold_placed', { type: 'patient', id: patientId })
  return { heldSince: placed_at.toISOString() }
}

async function release(tx: Tx, ctx: ClinicCtx, patientId: string): Promise<LegalHold> {
  await tx
    .updateTable('app.legal_holds')
    .set({ released_at: ctx.now() })
    .where('clinic_id', '=', ctx.clinicId)
    .where('patient_id', '=', patientId)
    .where('released_at', 'is', null)
    .execute()
  await audit(tx, 'patient.hold_released', { type: 'patient', id: patientId })
  return { heldSince: null }
}
