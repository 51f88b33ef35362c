import type { Scope } from '../world/scope.ts'

/** Stripe lists events of the last 30 days. */
const eventSeconds = 30 * 24 * 60 * 60

export function removeOldEvents(scope: Scope) {
  for (;;) {
    const id = scope.world.oldest(scope.account, 'event')?.id
    const event = scope.find('event', id)
    if (!event || event.pending_webhooks > 0 || event.created + eventSeconds > scope.now) return
    scope.remove(event.id)
  }
}
