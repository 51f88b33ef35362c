import { feature } from '#server/clinic/feature.ts'
import { deleteCarePlanTemplate } from './delete-care-plan-template.ts'
import { saveCarePlan } from './save-care-plan.ts'
import { saveCarePlanTemplate } from './save-care-plan-template.ts'

export const carePlansFeature = feature({
  actions: [saveCarePlan, saveCarePlanTemplate, deleteCarePlanTemplate],
})
