import { AppError } from '#domain/errors.ts'
import { editPatientInput } from '#domain/patients/patient-entry.ts'
import type { SavedVersion } from '#domain/versions.ts'
import { action } from '#server/clinic/action.ts'
import { auditPatients } from '#server/clinic/audit.ts'
import { nextVersion } from '#server/clinic/own-record.ts'
import { requirePatientOf } from '#server/clinic/patients.ts'
import { asSystem } from '#server/platform/database/transactions.ts'
import { readEntry } from './patient-entry.ts'
import { recordTextConsent } from './record-text-consent.ts'

/**
 * Changes name, birthday, phone, address and the consent to texts of a patient without an account.
 * @throws AppError `not_allowed`, `second_step_required`; `not_found`; `invalid_input` at the field
 * @throws AppError `patient_has_account`, whose details are their own; `changed_elsewhere`
 */
export const editPatient = action({
  name: 'edit-patient',
  input: editPatientInput,
  access: 'patients:write',
  async run(tx, ctx, input): Promise<SavedVersion> {
    const { clinicId } = ctx
    const { patientId } = input
    const entered = await readEntry(tx, ctx, input)
    await requirePatientOf(tx, clinicId, patientId)
    const now = ctx.now()
    // locks the record, so that its saves run one at a time
    const { numUpdatedRows } = await asSystem(tx, () =>
      tx
        .updateTable('patients')
        .set({ full_name: entered.name, email: entered.email, updated_at: now })
        .where('clinic_id', '=', clinicId)
        .where('id', '=', patientId)
        .where('user_id', 'is', null)
        .executeTakeFirst(),
    )
    if (numUpdatedRows === 0n) throw new AppError('patient_has_account')
    const saved = await tx
      .selectFrom('patient_details')
      .select('version')
      .where('clinic_id', '=', clinicId)
      .where('patient_id', '=', patientId)
      .executeTakeFirst()
    const version = nextVersion(input.version, saved)
    const contact = await tx
      .selectFrom('contact_preferences')
      .select(['version', 'sms_notifications'])
      .where('clinic_id', '=', clinicId)
      .where('patient_id', '=', patientId)
      .executeTakeFirst()
    const mayText = contact?.sms_notifications ?? false
    if (entered.mayText !== mayText) nextVersion(input.contactVersion, contact)
    const row = { phone: entered.phone, date_of_birth: entered.bornOn, version, updated_at: now }
    await asSystem(tx, async () => {
      await tx
        .insertInto('patient_details')
        .values({ clinic_id: clinicId, patient_id: patientId, ...row })
        .onConflict((conflict) => conflict.columns(['clinic_id', 'patient_id']).doUpdateSet(row))
        .execute()
      if (entered.mayText !== mayText) await recordTextConsent(tx, ctx, patientId, entered.mayText)
      await auditPatients(tx, 'patient.edited', [patientId], {})
    })
    return { version }
  },
})
