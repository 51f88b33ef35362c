import { carePlanForm, carePlanOf, saveCarePlanInput } from '#domain/care-plans/care-plans.ts'
import { AppError } from '#domain/errors.ts'
import type { SavedVersion } from '#domain/versions.ts'
import { action } from '#server/clinic/action.ts'
import { requirePatientOf } from '#server/clinic/patients.ts'
import { asSystem } from '#server/platform/database/transactions.ts'
import { parseInput } from '#server/platform/parse-input.ts'
import { lessonsOf, requireLessons } from './plan-lessons.ts'

/**
 * Saves a patient's care plan: timeline, themes and visits.
 * @throws AppError `not_found`; `changed_elsewhere`; `invalid_input` for a bad fee or an unpublished lesson
 */
export const saveCarePlan = action({
  name: 'save-care-plan',
  input: saveCarePlanInput,
  access: 'care-plans:write',
  async run(tx, ctx, input): Promise<SavedVersion> {
    const { clinicId } = ctx
    await requirePatientOf(tx, clinicId, input.patientId)
    const { currency } = await tx
      .selectFrom('clinics')
      .select('currency')
      .where('id', '=', clinicId)
      .executeTakeFirstOrThrow()
    const form = parseInput(carePlanForm(currency), input)
    const saved = await asSystem(tx, () =>
      tx
        .selectFrom('care_plans')
        .select(['version', 'body'])
        .where('clinic_id', '=', clinicId)
        .where('patient_id', '=', form.patientId)
        .forUpdate()
        .executeTakeFirst(),
    )
    if (form.version !== (saved?.version ?? 0)) throw new AppError('changed_elsewhere')
    await requireLessons(tx, clinicId, form, lessonsOf(saved?.body))
    return asSystem(tx, async () => {
      const version = form.version + 1
      const row = {
        body: JSON.stringify(carePlanOf(form, currency)),
        ...{ version, changed_by: ctx.userId, updated_at: ctx.now() },
      }
      const written = await tx
        .insertInto('care_plans')
        .values({ clinic_id: clinicId, patient_id: form.patientId, ...row })
        .onConflict((conflict) =>
          conflict
            .columns(['clinic_id', 'patient_id'])
            .doUpdateSet(row)
            // when two save a first plan at once, neither finds a row to lock
            .where('care_plans.version', '=', form.version),
        )
        .returning('version')
        .executeTakeFirst()
      if (!written) throw new AppError('changed_elsewhere')
      return { version }
    })
  },
})
