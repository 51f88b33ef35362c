import { Stripe } from 'stripe'
import { AppError } from '#domain/errors.ts'
import type { Clock } from '../clock.ts'
import type { StripeConnection } from './client.ts'

/** For the platform's own events, or for those of connected accounts. */
export type WebhookEndpoint = 'account' | 'connect'

/** Only its ids are used: the object is read from Stripe (docs/payments.md 7). */
export interface SignedEvent {
  id: string
  type: string
  /** Null on the platform's own endpoint. */
  account: string | null
  objectId: string | null
  occurredAt: Date
  payload: string
}

/** In seconds; prevents later replays. */
const toleranceSeconds = 300

/** Verifies the raw body in constant time. During a rotation a secret holds several, separated by commas. */
export function webhookOperations(client: Stripe, connection: StripeConnection, clock: Clock) {
  const secrets = {
    account: listOf(connection.webhookSecret),
    connect: listOf(connection.connectWebhookSecret),
  }
  const isLive = connection.secretKey.startsWith('sk_live_')

  return {
    /** @throws AppError `webhook_refused` for a wrong, missing or old signature, the wrong mode or the wrong endpoint */
    async read(endpoint: WebhookEndpoint, body: string, signature: string | null): Promise<SignedEvent> {
      const event = await verified(secrets[endpoint], body, signature)
      const object = event.data?.object as { id?: unknown } | undefined
      if (!object || typeof event.id !== 'string' || typeof event.created !== 'number') throw refused('body')
      if (event.livemode !== isLive) throw refused('mode')
      if (Boolean(event.account) !== (endpoint === 'connect')) throw refused('endpoint')
      return {
        id: event.id,
        type: event.type,
        account: event.account ?? null,
        objectId: typeof object.id === 'string' ? object.id : null,
        occurredAt: new Date(event.created * 1000),
        payload: body,
      }
    },
  }

  async function verified(
    candidates: string[],
    body: string,
    signature: string | null,
  ): Promise<Stripe.Event> {
    for (const secret of candidates) {
      try {
        return await client.webhooks.constructEventAsync(
          body,
          signature ?? '',
          secret,
          toleranceSeconds,
          undefined,
          clock.now().getTime(),
        )
      } catch (error) {
        if (!(error instanceof Stripe.errors.StripeSignatureVerificationError)) throw refused('body')
      }
    }
    throw refused('signature')
  }
}

function listOf(secrets: string): string[] {
  return secrets
    .split(',')
    .map((secret) => secret.trim())
    .filter(Boolean)
}

function refused(because: string): AppError {
  return new AppError('webhook_refused', { details: { because } })
}
