import { sql } from 'kysely'
import { createClinicInput, type RequestedClinic } from '#domain/clinics/clinics.ts'
import { AppError } from '#domain/errors.ts'
import { type ClinicCtx, outwardAction } from '#server/clinic/action.ts'
import { provenAddress } from '#server/clinic/proven-address.ts'
import { requireOwnAddress } from '#server/clinic/require-own-address.ts'
import { asSystem } from '#server/platform/database/transactions.ts'
import { networkKey } from '#server/platform/http/networks.ts'
import { limitCalls } from './limit-calls.ts'
import { nameRequestedClinic } from './reserve-clinic.ts'
import { claimSubdomain } from './subdomains.ts'

/**
 * Creates a clinic with the caller as its owner. Without a session, right after a sign-up, it sets the name of the
 * clinic that the sign-up `userId` reserves; the clinic opens when the email address is confirmed.
 * @throws AppError `subdomain_taken`, `subdomain_reserved`, `subdomain_invalid`, `rate_limited`
 * @throws AppError `not_signed_in` without a session and a pending sign-up; `email_not_confirmed`
 * @throws AppError `single_sign_on_elsewhere` for an account of a clinic's identity provider
 */
export const createClinicWithAdmin = outwardAction({
  name: 'create-clinic-with-admin',
  input: createClinicInput,
  access: 'anyone',
  async run(ctx, input): Promise<{ clinic: RequestedClinic }> {
    const { name, subdomain, userId: signUpId, timeZone = null } = input
    const caller = ctx.actor.userId
    await limitCalls(ctx, {
      bucket: 'create-clinic',
      key: caller ?? networkKey(ctx.caller.address),
      burst: 30,
      perSeconds: 20,
    })
    if (caller) return { clinic: await openClinic(ctx, { name, subdomain }, timeZone) }
    if (!signUpId) throw new AppError('not_signed_in')
    const clinic = await ctx.transactions.withSystem(
      'create-clinic',
      (tx) => nameRequestedClinic(tx, { signUpId, name, subdomain, timeZone, now: ctx.now() }, ctx.addresses),
      ctx.caller,
    )
    return { clinic }
  },
})

function openClinic(
  ctx: ClinicCtx,
  wish: { name: string; subdomain: string },
  timeZone: string | null,
): Promise<RequestedClinic> {
  return ctx.transactions.withActor(ctx.caller, async (tx, actor) => {
    if (!actor.emailConfirmed) throw new AppError('email_not_confirmed')
    const id = crypto.randomUUID()
    await asSystem(tx, async () => {
      await requireOwnAddress(tx, ctx.userId, null)
      const email = await provenAddress(tx, ctx.userId)
      await claimSubdomain(tx, { subdomain: wish.subdomain, email, now: ctx.now() }, ctx.addresses)
      // writes clinic, owner and audit row, as confirming a pending sign-up does
      // (db/migrations/0012_clinic_openings.sql)
      await sql`select app.open_clinic(${id}::uuid, ${wish.name}, ${wish.subdomain}, ${ctx.userId}::uuid, ${ctx.now()}, ${timeZone})`.execute(
        tx,
      )
    })
    return { id, ...wish }
  })
}
