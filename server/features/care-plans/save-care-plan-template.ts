import { carePlanOf } from '#domain/care-plans/care-plans.ts'
import {
  mostTemplates,
  saveCarePlanTemplateInput,
  templateForm,
  withoutPatient,
} from '#domain/care-plans/own-templates.ts'
import { AppError } from '#domain/errors.ts'
import { carePlanTexts } from '#domain/texts/care-plans.ts'
import { action } from '#server/clinic/action.ts'
import { audit } from '#server/clinic/audit.ts'
import { lockClinic } from '#server/clinic/lock-clinic.ts'
import { nextVersion } from '#server/clinic/own-record.ts'
import { asSystem, type Tx } from '#server/platform/database/transactions.ts'
import { parseInput } from '#server/platform/parse-input.ts'
import { lessonsOf, requireLessons } from './plan-lessons.ts'

/**
 * Saves a care plan template of the clinic, without dates, scores and a patient's words.
 * @throws AppError `not_found`; `changed_elsewhere`; `invalid_input` for a title in use, too many templates, a bad fee
 * or an unpublished lesson
 */
export const saveCarePlanTemplate = action({
  name: 'save-care-plan-template',
  input: saveCarePlanTemplateInput,
  access: 'care-plans:write',
  async run(tx, ctx, input): Promise<{ templateId: string; version: number }> {
    const { clinicId } = ctx
    // saves run one at a time per clinic
    await lockClinic(tx, clinicId)
    const { currency } = await tx
      .selectFrom('clinics')
      .select('currency')
      .where('id', '=', clinicId)
      .executeTakeFirstOrThrow()
    const form = parseInput(templateForm(currency), input)
    const saved = await tx
      .selectFrom('care_plan_templates')
      .select(['id', 'title', 'version'])
      .where('clinic_id', '=', clinicId)
      .execute()
    const before = saved.find(({ id }) => id === form.templateId)
    if (form.templateId && !before) throw new AppError('not_found')
    const version = nextVersion(form.version, before)
    const isTaken = saved.some(
      ({ id, title }) => id !== form.templateId && title.toLowerCase() === form.title.toLowerCase(),
    )
    if (isTaken) throw refused(carePlanTexts.templates.taken)
    if (!before && saved.length >= mostTemplates) throw refused(carePlanTexts.templates.full(mostTemplates))
    await requireLessons(tx, clinicId, form, before ? lessonsOf(await bodyOf(tx, clinicId, before.id)) : [])
    return asSystem(tx, async () => {
      const row = {
        title: form.title,
        description: form.description,
        body: JSON.stringify(carePlanOf(withoutPatient(form), currency)),
        ...{ version, changed_by: ctx.userId, updated_at: ctx.now() },
      }
      const { id } = before
        ? await tx
            .updateTable('care_plan_templates')
            .set(row)
            .where('clinic_id', '=', clinicId)
            .where('id', '=', before.id)
            .returning('id')
            .executeTakeFirstOrThrow()
        : await tx
            .insertInto('care_plan_templates')
            .values({ clinic_id: clinicId, ...row })
            .returning('id')
            .executeTakeFirstOrThrow()
      await audit(tx, 'care_plan_template.saved', { type: 'care_plan_template', id }, {}, clinicId)
      return { templateId: id, version }
    })
  },
})

const refused = (message: string) => new AppError('invalid_input', { fields: [{ path: 'title', message }] })

async function bodyOf(tx: Tx, clinicId: string, templateId: string): Promise<unknown> {
  const { body } = await tx
    .selectFrom('care_plan_templates')
    .select('body')
    .where('clinic_id', '=', clinicId)
    .where('id', '=', templateId)
    .executeTakeFirstOrThrow()
  return body
}
