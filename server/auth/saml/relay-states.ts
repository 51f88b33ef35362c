import { createHash, randomBytes } from 'node:crypto'
import type { Tx } from '#server/platform/database/transactions.ts'
import { AuthError } from '../errors.ts'
import { isUuid } from '../http/is-uuid.ts'

export interface Relay {
  providerId: string
  requestId: string
  redirectTo: string
  flowStateId: string | null
}

/** docs/contracts/auth.md 1.15 */
const relaySeconds = 120

/** @returns RelayState and the ID of the request */
export async function startRelay(
  tx: Tx,
  relay: Omit<Relay, 'requestId'>,
  now: Date,
): Promise<{ relayState: string; id: string }> {
  // an XML ID must not start with a digit
  const requestId = `_${randomBytes(20).toString('hex')}`
  const { id } = await tx
    .insertInto('auth.saml_relay_states')
    .values({
      provider_id: relay.providerId,
      request_id: requestId,
      redirect_to: relay.redirectTo,
      flow_state_id: relay.flowStateId,
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { relayState: id, id: requestId }
}

/**
 * Once, even if the response turns out to be invalid.
 * @returns AuthError 404 `saml_relay_state_not_found`, 422 `saml_relay_state_expired`
 */
export async function claimRelay(tx: Tx, relayState: string, now: Date): Promise<Relay | AuthError> {
  const row = isUuid(relayState)
    ? await tx
        .deleteFrom('auth.saml_relay_states')
        .where('id', '=', relayState)
        .returningAll()
        .executeTakeFirst()
    : undefined
  if (!row) {
    const message = 'SAML RelayState does not exist, try logging in again?'
    return new AuthError(404, 'saml_relay_state_not_found', message)
  }
  if (now.getTime() - row.created_at.getTime() >= relaySeconds * 1000) {
    const message = 'SAML RelayState has expired. Try logging in again?'
    return new AuthError(422, 'saml_relay_state_expired', message)
  }
  return {
    providerId: row.provider_id,
    requestId: row.request_id,
    redirectTo: row.redirect_to,
    flowStateId: row.flow_state_id,
  }
}

/** @returns whether the assertion is used for the first time, in any process */
export async function takeAssertion(
  tx: Tx,
  assertion: { providerId: string; assertionId: string; expiresAt: Date },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('auth.saml_used_assertions')
    .values({
      provider_id: assertion.providerId,
      assertion_hash: createHash('sha256').update(assertion.assertionId).digest(),
      expires_at: assertion.expiresAt,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}
