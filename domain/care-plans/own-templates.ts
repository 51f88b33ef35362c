/** Templates that a clinic writes, in addition to Carefold's (docs/decisions/0068). */

import * as z from 'zod/mini'
import type { Currency } from '../values/money.ts'
import { seenVersion } from '../versions.ts'
import { type CarePlanParts, line, named, saveCarePlanInput, visitsForm } from './care-plans.ts'

/** Per clinic. */
export const mostTemplates = 50

const { steps, themes, visits } = saveCarePlanInput.shape

/** `templateForm` checks the fees. */
export const saveCarePlanTemplateInput = z.object({
  /** Absent: creates a template. */
  templateId: z.optional(z.uuid()),
  version: seenVersion,
  title: named(120),
  description: line(300),
  steps,
  themes,
  visits,
})
export type SaveCarePlanTemplate = z.infer<typeof saveCarePlanTemplateInput>

export const deleteCarePlanTemplateInput = z.object({ templateId: z.uuid() })

/** @param currency of the fees */
export function templateForm(currency: Currency): z.ZodMiniType<SaveCarePlanTemplate, SaveCarePlanTemplate> {
  return z.extend(saveCarePlanTemplateInput, { visits: visitsForm(currency) })
}

/** Omits dates, states of steps, scores and the patient's words. */
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
