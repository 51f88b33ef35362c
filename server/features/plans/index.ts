import { feature } from '#server/clinic/feature.ts'
import { archivePlan } from './archive-plan.ts'
import { changePlan } from './change-plan.ts'
import { closePlan } from './close-plan.ts'
import { publishPlan } from './publish-plan.ts'
import { saveClinicPlace } from './save-clinic-place.ts'
import { savePlan } from './save-plan.ts'

export const plansFeature = feature({
  actions: [saveClinicPlace, savePlan, publishPlan, changePlan, closePlan, archivePlan],
})
