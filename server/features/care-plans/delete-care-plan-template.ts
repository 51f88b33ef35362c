import { deleteCarePlanTemplateInput } from '#domain/care-plans/own-templates.ts'
import { AppError } from '#domain/errors.ts'
import { action } from '#server/clinic/action.ts'
import { audit } from '#server/clinic/audit.ts'
import { asSystem } from '#server/platform/database/transactions.ts'

/**
 * Deletes one of the clinic's care plan templates. Care plans made from it stay unchanged.
 * @throws AppError `not_found`
 */
export const deleteCarePlanTemplate = action({
  name: 'delete-care-plan-template',
  input: deleteCarePlanTemplateInput,
  access: 'care-plans:write',
  run: (tx, ctx, { templateId }): Promise<{ success: true }> =>
    asSystem(tx, async () => {
      const gone = await tx
        .deleteFrom('care_plan_templates')
        .where('clinic_id', '=', ctx.clinicId)
        .where('id', '=', templateId)
        .returning('id')
        .executeTakeFirst()
      if (!gone) throw new AppError('not_found')
      await audit(
        tx,
        'care_plan_template.deleted',
        { type: 'care_plan_template', id: templateId },
        {},
        ctx.clinicId,
      )
      return { success: true }
    }),
})
