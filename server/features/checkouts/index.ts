import { feature } from '#server/clinic/feature.ts'
import { joinPlan } from './join-plan.ts'
import { joinStatus } from './join-status.ts'
import { signAgreement } from './sign-agreement.ts'
import { switchPlan } from './switch-plan.ts'
import { syncCustomerEmail } from './sync-customer-email.ts'

export const checkoutsFeature = feature({
  actions: [joinPlan, joinStatus, signAgreement, switchPlan],
  jobs: [syncCustomerEmail],
})
