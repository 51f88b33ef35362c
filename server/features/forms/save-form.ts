import { AppError } from '#domain/errors.ts'
import { mostForms } from '#domain/forms/forms.ts'
import { saveFormInput } from '#domain/forms/inputs.ts'
import { formTexts } from '#domain/texts/forms.ts'
import { action } from '#server/clinic/action.ts'
import { audit } from '#server/clinic/audit.ts'
import { lockClinic } from '#server/clinic/lock-clinic.ts'
import { nextVersion } from '#server/clinic/own-record.ts'
import { asSystem, type Tx } from '#server/platform/database/transactions.ts'

const rules = formTexts.validation

/**
 * Saves a form of the clinic. Patients who were asked and have not begun get the new version.
 * @throws AppError `not_found`; `changed_elsewhere`; `invalid_input` for a title in use, too many forms or an unknown
 * kind of visit
 */
export const saveForm = action({
  name: 'save-form',
  input: saveFormInput,
  access: 'forms:write',
  async run(tx, ctx, input): Promise<{ formId: string; version: number }> {
    const { clinicId } = ctx
    // saves run one at a time per clinic
    await lockClinic(tx, clinicId)
    const saved = await tx
      .selectFrom('forms')
      .select(['id', 'title', 'version'])
      .where('clinic_id', '=', clinicId)
      .execute()
    const before = saved.find(({ id }) => id === input.formId)
    if (input.formId && !before) throw new AppError('not_found')
    const version = nextVersion(input.version, before)
    const isTaken = saved.some(
      ({ id, title }) => id !== input.formId && title.toLowerCase() === input.title.toLowerCase(),
    )
    if (isTaken) throw refused('title', rules.titleTaken)
    if (!before && saved.length >= mostForms) throw refused('title', rules.formsMany(mostForms))
    const visitTypes = input.occasion === 'visit' ? [...new Set(input.visitTypes)] : []
    await requireVisitTypes(tx, clinicId, visitTypes)
    const form = { title: input.title, fields: JSON.stringify(input.fields) }
    const row = {
      ...form,
      ...{ occasion: input.occasion, visit_types: visitTypes, is_active: input.isActive, version },
      repeats: input.occasion === 'visit' ? input.repeats : 'once',
      ...{ changed_by: ctx.userId, updated_at: ctx.now() },
    }
    return asSystem(tx, async () => {
      const { id } = before
        ? await tx
            .updateTable('forms')
            .set(row)
            .where('clinic_id', '=', clinicId)
            .where('id', '=', before.id)
            .returning('id')
            .executeTakeFirstOrThrow()
        : await tx
            .insertInto('forms')
            .values({ clinic_id: clinicId, created_at: ctx.now(), ...row })
            .returning('id')
            .executeTakeFirstOrThrow()
      await tx
        .updateTable('form_requests')
        .set({ ...form, form_version: version })
        .where('clinic_id', '=', clinicId)
        .where('form_id', '=', id)
        .where('started_at', 'is', null)
        .where('signed_at', 'is', null)
        .execute()
      await audit(tx, 'form.saved', { type: 'form', id }, {}, clinicId)
      return { formId: id, version }
    })
  },
})

const refused = (path: string, message: string) =>
  new AppError('invalid_input', { fields: [{ path, message }] })

async function requireVisitTypes(tx: Tx, clinicId: string, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return
  const known = await tx
    .selectFrom('appointment_types')
    .select('key')
    .where('clinic_id', '=', clinicId)
    .where('key', 'in', [...keys])
    .execute()
  if (known.length < keys.length) throw refused('visitTypes', rules.visitTypesMissing)
}
