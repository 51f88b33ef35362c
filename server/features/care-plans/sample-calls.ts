import type { SampleCalls } from '#server/tests/threats/actors/sample-call.ts'
import { aCarePlanForm, aCarePlanTemplate, aTemplateForm } from '#testing/care-plans.ts'

export const calls: SampleCalls = {
  'save-care-plan': {
    input: async ({ test, world }) => {
      const { patientId } = world.owners.patient
      const [saved] = await test.db.asOwner<{ version: number }>(
        'select version from care_plans where patient_id = $1',
        [patientId],
      )
      return aCarePlanForm(patientId, { version: saved?.version ?? 0 })
    },
  },
  'save-care-plan-template': {
    input: () => aTemplateForm(),
    ids: async ({ test, world }) => ({
      templateId: await aCarePlanTemplate(test.db, world.clinics.one),
      version: 1,
    }),
  },
  'delete-care-plan-template': {
    input: async ({ test, world }) => ({
      templateId: await aCarePlanTemplate(test.db, world.clinics.one),
    }),
  },
}
