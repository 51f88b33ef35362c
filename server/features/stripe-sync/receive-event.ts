import { AppError } from '#domain/errors.ts'
import { errorTexts } from '#domain/texts/errors.ts'
import type { Services } from '#server/clinic/action.ts'
import type { WebhookEndpoint } from '#server/platform/stripe/webhooks.ts'
import { processEventJob } from './process-event.ts'
import { isIgnoredEvent } from './route-event.ts'

/** Far above Stripe's largest events, because the endpoint is public. */
const maxBodyBytes = 512 * 1024

/**
 * Receives a Stripe event: checks the signature on the raw body, stores the event once and queues its job
 * (`process-event.ts`), nothing else (docs/payments.md 7). 200: stored, now or before. 400: wrong signature for this
 * endpoint. 413: too large. 503: not stored; Stripe retries for up to three days.
 */
export function receiveStripeEvent(services: Services, endpoint: WebhookEndpoint) {
  const { stripe, transactions, clock, jobs, log } = services
  return async (request: Request): Promise<Response> => {
    try {
      const body = await readAtMost(request, maxBodyBytes)
      const event = await stripe.webhooks.read(endpoint, body, request.headers.get('stripe-signature'))
      const [stored] = await transactions.withSystemStatement('hooks:stripe', {
        sql: `select app.receive_stripe_event($1, $2, $3, $4, $5::jsonb, $6::timestamptz, $7::timestamptz, $8 = 'true', $9)
                as is_queued`,
        params: [
          event.id,
          event.account,
          event.type,
          event.objectId,
          event.payload,
          event.occurredAt.toISOString(),
          clock.now().toISOString(),
          String(isIgnoredEvent(event.type)),
          processEventJob,
        ],
      })
      // Postgres' pipeline returns text
      if (String(stored?.is_queued).startsWith('t')) jobs.wake(processEventJob)
      return Response.json({ received: true })
    } catch (error) {
      if (error instanceof AppError) {
        log.warn('webhook.refused', { endpoint, code: error.code, because: String(error.details.because) })
        return Response.json({ code: error.code, message: errorTexts[error.code] }, { status: error.status })
      }
      log.error('webhook.not_stored', { endpoint, error })
      return Response.json({ code: 'unavailable', message: errorTexts.unavailable }, { status: 503 })
    }
  }
}

/** @throws AppError `body_too_large`, also when the declared length is wrong */
async function readAtMost(request: Request, maxBytes: number): Promise<string> {
  if (!request.body) return ''
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of request.body) {
    bytes += part.byteLength
    if (bytes > maxBytes) throw new AppError('body_too_large')
    parts.push(part)
  }
  // not TextDecoder, which drops a byte order mark that the signature covers
  return Buffer.concat(parts).toString('utf8')
}
