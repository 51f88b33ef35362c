import { feature } from '#server/clinic/feature.ts'
import { joinPlan } from './join-plan.ts'
import { joinStatus } from './join-status.ts'
import { switchPlan } from './switch-plan.ts'
import { syncCustomerEmail } from './sync-customer-email.ts'

export const checkoutsFeature = feature({
  actions: [joinPlan, joinStatus, switchPlan],
  jobs: [syncCustomerEmail],
})
