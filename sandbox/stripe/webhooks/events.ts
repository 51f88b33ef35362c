import { present } from '../world/present.ts'
import { apiVersion, platform, type Scope } from '../world/scope.ts'

/**
 * Records what happened and queues it for each endpoint that asked for it. An endpoint made with `connect`
 * gets connected accounts' events only, one made without it gets its own account's (docs/payments.md 3).
 *
 * @param before the record's state before the change, for `previous_attributes`
 */
export function recordEvent(scope: Scope, type: string, record: { id: string }, before?: { id: string }) {
  const object = present(scope, record)
  const event = scope.build('event', {
    type,
    api_version: apiVersion,
    data: {
      object: object as never,
      ...(before ? { previous_attributes: differences(present(scope, before), object) as never } : {}),
    },
    request: scope.origin
      ? { id: scope.origin.id, idempotency_key: scope.origin.idempotencyKey }
      : { id: null, idempotency_key: null },
    ...(scope.isPlatform ? {} : { account: scope.account }),
  })
  const endpoints = listeners(scope, type)
  scope.world.put(scope.account, { ...event, pending_webhooks: endpoints.length } as typeof event)
  for (const { account, id } of endpoints) {
    scope.in(platform).add('webhook_delivery', {
      event: event.id,
      event_account: scope.account,
      endpoint: id,
      endpoint_account: account,
      attempts: 0,
      due: scope.now,
    })
  }
}

function listeners(scope: Scope, type: string): { account: string; id: string }[] {
  const wants = (events: string[]) => events.includes('*') || events.includes(type)
  const own = scope
    .all('webhook_endpoint')
    .filter((endpoint) => !endpoint._connect)
    .map((endpoint) => ({ account: scope.account, endpoint }))
  const connect = scope.isPlatform
    ? []
    : scope
        .in(platform)
        .all('webhook_endpoint')
        .filter((endpoint) => endpoint._connect)
        .map((endpoint) => ({ account: platform, endpoint }))
  return [...own, ...connect]
    .filter(({ endpoint }) => endpoint.status === 'enabled' && wants(endpoint.enabled_events))
    .map(({ account, endpoint }) => ({ account, id: endpoint.id }))
}

/** The former values of the fields that changed, nested objects compared field by field as Stripe does. */
function differences(before: Record<string, unknown>, after: Record<string, unknown>) {
  const changed: Record<string, unknown> = {}
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [was, is] = [before[name], after[name]]
    if (JSON.stringify(was) === JSON.stringify(is)) continue
    changed[name] = isPlain(was) && isPlain(is) ? differences(was, is) : (was ?? null)
  }
  return changed
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Stripe lists events of the last 30 days. */
const eventSeconds = 30 * 24 * 60 * 60

/** Drops the events that are older than Stripe keeps them and that no endpoint waits for. */
export function forgetOldEvents(scope: Scope) {
  for (;;) {
    const id = scope.world.oldest(scope.account, 'event')?.id
    const event = scope.find('event', id)
    if (!event || event.pending_webhooks > 0 || event.created + eventSeconds > scope.now) return
    scope.remove(event.id)
  }
}
