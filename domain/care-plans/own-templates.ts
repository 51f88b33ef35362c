/** Templates of care plans that a clinic writes itself, beside Carefold's (docs/decisions/0068). */

import * as z from 'zod/mini'
import type { Currency } from '../values/money.ts'
import { seenVersion } from '../versions.ts'
import { type CarePlanParts, line, named, saveCarePlanInput, visitsForm } from './care-plans.ts'

/** How many a clinic may have. */
export const mostTemplates = 50

const { steps, themes, visits } = saveCarePlanInput.shape

/** Input of `save-care-plan-template`, before the check of its fees (`templateForm`). */
export const saveCarePlanTemplateInput = z.object({
  /** absent: a new one */
  templateId: z.optional(z.uuid()),
  version: seenVersion,
  title: named(120),
  description: line(300),
  steps,
  themes,
  visits,
})
export type SaveCarePlanTemplate = z.infer<typeof saveCarePlanTemplateInput>

/** Input of `delete-care-plan-template`. */
export const deleteCarePlanTemplateInput = z.object({ templateId: z.uuid() })

/** The form of a template. @param currency of its fees */
export function templateForm(currency: Currency): z.ZodMiniType<SaveCarePlanTemplate, SaveCarePlanTemplate> {
  return z.extend(saveCarePlanTemplateInput, { visits: visitsForm(currency) })
}

/** A plan without what belongs to one patient: dates, where steps stand, scores and the patient's own words. */
export function withoutPatient({ steps, themes, visits }: CarePlanParts): CarePlanParts {
  return {
    steps: steps.map((step) => ({ ...step, on: '', state: 'planned' })),
    themes: themes.map((theme) => ({
      ...theme,
      ...{ patientScore: null, physicianScore: null, patientWords: '' },
    })),
    visits,
  }
}
