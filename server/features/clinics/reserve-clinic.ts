import * as z from 'zod/mini'
import { createClinicInput, type RequestedClinic } from '#domain/clinics/clinics.ts'
import { AppError } from '#domain/errors.ts'
import { hourMs } from '#domain/values/durations.ts'
import type { NodeAddresses } from '#server/clinic/nodes/node-addresses.ts'
import type { Tx } from '#server/platform/database/transactions.ts'
import { parseInput } from '#server/platform/parse-input.ts'
import { claimSubdomain } from './subdomains.ts'

/** The lifetime of two successive confirmation links. */
const holdHours = 48
/** How long after the sign-up the browser may name the clinic without a session. */
const namingMinutes = 15

/**
 * Records a clinic sign-up and reserves its subdomain, inside POST /signup and for known addresses too; a refusal rolls
 * the sign-up back.
 * @param signUp `userId` as answered (random for a confirmed address); `metadata` from the browser, where
 * `replacesSignUp` is the sign-up that this one corrects
 * @throws AppError `subdomain_taken`, `subdomain_reserved`, `subdomain_invalid`, `invalid_input`
 */
export async function reserveClinicAtSignUp(
  tx: Tx,
  signUp: { userId: string; email: string; metadata: Record<string, unknown>; now: Date },
  addresses?: NodeAddresses,
): Promise<void> {
  const { userId, metadata, now } = signUp
  if (metadata.userType !== 'clinicAdmin') return
  const email = signUp.email.toLowerCase()
  const hasNamedIt = metadata.subdomain !== undefined
  const clinic = hasNamedIt
    ? parseInput(createClinicInput, {
        name: metadata.clinicName,
        subdomain: metadata.subdomain,
        timeZone: metadata.timeZone,
      })
    : null
  await dropReplaced(tx, metadata.replacesSignUp)
  if (clinic) await claimSubdomain(tx, { subdomain: clinic.subdomain, email, now }, addresses)

  await deleteExpired(tx, now)
  const request = {
    sign_up_id: userId,
    name: clinic?.name ?? null,
    subdomain: clinic?.subdomain ?? null,
    time_zone: clinic?.timeZone ?? null,
    requested_at: now,
    expires_at: new Date(now.getTime() + holdHours * hourMs),
  }
  await tx
    .insertInto('app.clinic_requests')
    .values({ ...request, email })
    .onConflict((conflict) => conflict.column('email').doUpdateSet(request))
    .execute()
}

/**
 * Names the clinic of a sign-up without a session. Grants nothing: the clinic opens for the owner of the address.
 * @param signUpId the user id in the sign-up's answer
 * @throws AppError `not_signed_in` for an unknown or old sign-up; as `claimSubdomain` does
 */
export async function nameRequestedClinic(
  tx: Tx,
  wish: { signUpId: string; name: string; subdomain: string; timeZone: string | null; now: Date },
  addresses: NodeAddresses | undefined,
): Promise<RequestedClinic> {
  const { signUpId, name, subdomain, timeZone, now } = wish
  const request = await tx
    .selectFrom('app.clinic_requests')
    .select(['id', 'email', 'name', 'subdomain', 'requested_at'])
    .where('sign_up_id', '=', signUpId)
    .where('expires_at', '>', now)
    .forUpdate()
    .executeTakeFirst()
  if (!request) throw new AppError('not_signed_in')
  if (request.name === name && request.subdomain === subdomain) return { id: request.id, name, subdomain }
  if (now.getTime() - request.requested_at.getTime() > namingMinutes * 60_000) {
    throw new AppError('not_signed_in')
  }

  await claimSubdomain(tx, { subdomain, email: request.email, now }, addresses)
  await deleteExpired(tx, now)
  await tx
    .updateTable('app.clinic_requests')
    .set({ name, subdomain, ...(timeZone ? { time_zone: timeZone } : {}) })
    .where('id', '=', request.id)
    .execute()
  return { id: request.id, name, subdomain }
}

/**
 * Releases the reservation of an earlier sign-up with a mistyped address. Knowing its id proves that the caller made
 * it.
 */
async function dropReplaced(tx: Tx, signUpId: unknown): Promise<void> {
  if (!z.uuid().safeParse(signUpId).success) return
  await tx
    .deleteFrom('app.clinic_requests')
    .where('sign_up_id', '=', signUpId as string)
    .execute()
}

async function deleteExpired(tx: Tx, now: Date): Promise<void> {
  await tx.deleteFrom('app.clinic_requests').where('expires_at', '<=', now).execute()
}
