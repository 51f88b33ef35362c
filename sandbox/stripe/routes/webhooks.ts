import { del, get, list, post } from '../kernel/endpoint.ts'
import { boolean, listOf, mergeMetadata, metadata, oneOf, required, text } from '../kernel/params.ts'
import { randomText } from '../world/ids.ts'
import { apiVersion } from '../world/scope.ts'
import { invalidRequest } from '../world/stripe-failure.ts'

export const webhookEndpoints = [
  post(
    'webhook_endpoints',
    {
      url: required(text),
      enabled_events: required(listOf(required(text))),
      connect: boolean,
      description: text,
      metadata,
      api_version: oneOf(apiVersion),
    },
    (scope, params) => {
      if (!URL.canParse(params.url))
        throw invalidRequest('Invalid URL: must start with https://', { param: 'url' })
      const secret = `whsec_${randomText(32)}`
      const endpoint = scope.add('webhook_endpoint', {
        api_version: params.api_version ?? null,
        description: params.description ?? null,
        enabled_events: params.enabled_events,
        metadata: mergeMetadata({}, params.metadata),
        status: 'enabled',
        url: params.url,
        _secret: secret,
        _connect: params.connect ?? false,
      })
      // Only this answer contains the secret.
      return { ...endpoint, secret }
    },
  ),
  list('webhook_endpoints', {}, (scope) => scope.all('webhook_endpoint')),
  get('webhook_endpoints/:id', {}, (scope, _, id) => scope.must('webhook_endpoint', id)),
  del('webhook_endpoints/:id', {}, (scope, _, id) => {
    scope.must('webhook_endpoint', id)
    scope.remove(id)
    return { id, object: 'webhook_endpoint', deleted: true }
  }),
]

export const eventEndpoints = [
  list('events', { type: text, types: listOf(required(text)) }, (scope, { type, types }) =>
    scope
      .all('event')
      .filter((each) => !type || matches(each.type, type))
      .filter((each) => !types || types.includes(each.type)),
  ),
  get('events/:id', {}, (scope, _, id) => scope.must('event', id)),
]

/** `invoice.*` matches all events with that prefix. */
function matches(type: string, wanted: string): boolean {
  return wanted.endsWith('*') ? type.startsWith(wanted.slice(0, -1)) : type === wanted
}
