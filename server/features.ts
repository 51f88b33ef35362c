import { refreshPayoutAccount } from './features/payouts/refresh-payout-account.ts'
import { startPayoutOnboarding } from './features/payouts/start-payout-onboarding.ts'
import { closePlan } from './features/plans/close-plan.ts'
import { publishPlan } from './features/plans/publish-plan.ts'
import { savePlan } from './features/plans/save-plan.ts'
import type { Action, Services } from './platform/action.ts'
import type { JobDefinition } from './platform/jobs.ts'

/** Every business action, reachable as POST /functions/v1/<name>. */
export const actions: Action[] = [savePlan, publishPlan, closePlan, startPayoutOnboarding, refreshPayoutAccount]

/** Every background job of the features. */
export function jobsOf(_services: Services): JobDefinition<never>[] {
  return []
}

/** What the auth service tells the features. */
export const authHooks = {}

/** Stripe's messages, by path. */
export function webhookHandlers(_services: Services): Record<string, (request: Request) => Promise<Response>> {
  return {}
}
