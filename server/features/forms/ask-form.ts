import { AppError } from '#domain/errors.ts'
import { askFormInput } from '#domain/forms/inputs.ts'
import { action } from '#server/clinic/action.ts'
import { requirePatientOf } from '#server/clinic/patients.ts'
import { asSystem } from '#server/platform/database/transactions.ts'
import { notifyOfForms } from './notify-of-forms.ts'

/**
 * Requests a form that is in use from a patient, and notifies the patient without its title. A form that the patient
 * has open is not requested again.
 * @throws AppError `not_found`
 */
export const askForm = action({
  name: 'ask-form',
  input: askFormInput,
  access: 'forms:ask',
  async run(tx, ctx, { formId, patientId }): Promise<{ isNew: boolean; hasAccount: boolean }> {
    const { clinicId } = ctx
    await requirePatientOf(tx, clinicId, patientId)
    const { user_id: userId } = await tx
      .selectFrom('patients')
      .select('user_id')
      .where('clinic_id', '=', clinicId)
      .where('id', '=', patientId)
      .executeTakeFirstOrThrow()
    const form = await tx
      .selectFrom('forms')
      .select(['title', 'fields', 'version'])
      .where('clinic_id', '=', clinicId)
      .where('id', '=', formId)
      .where('is_active', '=', true)
      .executeTakeFirst()
    if (!form) throw new AppError('not_found')
    return asSystem(tx, async () => {
      const asked = await tx
        .insertInto('form_requests')
        .values({
          clinic_id: clinicId,
          patient_id: patientId,
          form_id: formId,
          form_version: form.version,
          title: form.title,
          fields: JSON.stringify(form.fields),
          asked_at: ctx.now(),
          asked_by: ctx.userId,
        })
        .onConflict((conflict) =>
          conflict
            .columns(['clinic_id', 'patient_id', 'form_id'])
            .where('signed_at', 'is', null)
            .where('withdrawn_at', 'is', null)
            .doNothing(),
        )
        .returning('id')
        .executeTakeFirst()
      if (asked) await notifyOfForms(tx, ctx, clinicId)
      return { isNew: asked !== undefined, hasAccount: userId !== null }
    })
  },
})
