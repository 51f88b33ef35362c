import { present } from '../world/present.ts'
import type { DeliveryRecord } from '../world/records.ts'
import type { Scope } from '../world/scope.ts'
import { signatureHeader } from './signature.ts'

/** Seconds between attempts; after the last the event is dropped (docs/payments.md 3). */
const retrySeconds = [60, 300, 1800, 2 * 3600, 5 * 3600, 10 * 3600, 10 * 3600]

export interface Delivery {
  id: string
  url: string
  body: string
  /** The endpoint's, for the signature. */
  secret: string
}

/**
 * Signed when sent, so that the signature is not too old after a wait.
 * @param time Unix seconds, by the sandbox's clock
 */
export function headersOf({ body, secret }: Delivery, time: number): Record<string, string> {
  return {
    'content-type': 'application/json; charset=utf-8',
    'stripe-signature': signatureHeader(body, secret, time),
    'user-agent': 'Stripe/1.0 (Carefold payment sandbox)',
  }
}

/** Oldest first. @param scope the platform's */
export function dueDeliveries(scope: Scope): Delivery[] {
  return scope
    .all('webhook_delivery')
    .filter((delivery) => delivery.due <= scope.now)
    .flatMap((delivery) => prepared(scope, delivery) ?? [])
}

function prepared(scope: Scope, delivery: DeliveryRecord): Delivery | undefined {
  const endpoint = scope.in(delivery.endpoint_account).find('webhook_endpoint', delivery.endpoint)
  const event = scope.in(delivery.event_account).find('event', delivery.event)
  if (!endpoint || !event) return undefined
  const body = JSON.stringify(present(scope, event), null, 2)
  return { id: delivery.id, url: endpoint.url, body, secret: endpoint._secret }
}

/** Records the outcome: done on any 2xx, else retried on the schedule. */
export function recordOutcome(scope: Scope, id: string, status: number) {
  const delivery = scope.find('webhook_delivery', id)
  if (!delivery) return
  const wait = retrySeconds[delivery.attempts]
  const isDone = status >= 200 && status < 300
  if (!isDone && wait !== undefined) {
    scope.update('webhook_delivery', id, { attempts: delivery.attempts + 1, due: scope.now + wait })
    return
  }
  scope.remove(id)
  const home = scope.in(delivery.event_account)
  const event = home.find('event', delivery.event)
  if (event && isDone)
    home.update('event', event.id, { pending_webhooks: Math.max(0, event.pending_webhooks - 1) })
}

export function dropOrphans(scope: Scope) {
  for (const delivery of scope.all('webhook_delivery')) {
    if (!scope.in(delivery.endpoint_account).find('webhook_endpoint', delivery.endpoint))
      scope.remove(delivery.id)
  }
}
