import { AppError } from '#domain/errors.ts'
import { webhookTexts } from '#domain/texts/webhooks.ts'
import type { Services } from '#server/clinic/action.ts'
import type { Tx } from '#server/platform/database/transactions.ts'
import { takeToken } from '#server/platform/rate-limits.ts'

const texts = webhookTexts.errors

/** Of requests that admins cause by hand, by clinic. */
const limit = { burst: 30, perSeconds: 10 }

export const endpointSubject = (id: string) => ({ type: 'webhook', id })

export function atUrl(message: string): AppError {
  return new AppError('invalid_input', { fields: [{ path: 'url', message }] })
}

/** @throws AppError `invalid_input` at `url` unless the address uses HTTPS */
export function requireAllowed({ webhooks }: Pick<Services, 'webhooks'>, url: string): void {
  if (!webhooks.allows(new URL(url))) throw atUrl(texts.https)
}

/**
 * Before an action that sends at once.
 * @throws AppError `not_found`, `webhook_off`
 */
export async function requireSendable(tx: Tx, clinicId: string, endpointId: string): Promise<void> {
  const endpoint = await tx
    .selectFrom('webhook_endpoints')
    .select('is_enabled')
    .where('clinic_id', '=', clinicId)
    .where('id', '=', endpointId)
    .executeTakeFirst()
  if (!endpoint) throw new AppError('not_found')
  if (!endpoint.is_enabled) throw new AppError('webhook_off')
}

/** Role `system`. @throws AppError `rate_limited` */
export async function takeSend(tx: Tx, clinicId: string): Promise<void> {
  const { allowed, retryAfterSeconds } = await takeToken(tx, { bucket: 'webhooks', key: clinicId, limit })
  if (!allowed) throw new AppError('rate_limited', { details: { retryAfterSeconds } })
}
