import type { Services } from '#server/clinic/action.ts'
import type { RecordedPlan } from '../ending/end-plan.ts'
import { syncEnding } from '../ending/sync-cancellation.ts'
import { isDisconnected, noticeAtOnce } from '../notice-waiting.ts'
import { carryOut } from './carry-out-change.ts'

/**
 * Makes a recorded request at Stripe while the caller waits; `confirm-pending.ts` retries it. If the clinic's account
 * cannot be reached, notifies payer and admins now.
 * @returns whether Stripe has confirmed all of it
 */
export async function confirmAtStripe(
  services: Services & { clinicId: string },
  recorded: RecordedPlan[],
): Promise<boolean> {
  const { clinicId } = services
  let isConfirmed = true
  for (const { subscriptionId, what } of recorded) {
    try {
      if (!('changeId' in what)) await syncEnding(services, what)
      // it ends with its period instead
      else if ((await carryOut(services, what.changeId)) === 'refused')
        await syncEnding(services, { clinicId, subscriptionId, request: what.changeId })
    } catch (error) {
      isConfirmed = false
      services.log.warn('subscriptions.unconfirmed', { error, subscriptionId })
      if (isDisconnected(error)) await noticeAtOnce(services, { clinicId, subscriptionId })
    }
  }
  return isConfirmed
}
