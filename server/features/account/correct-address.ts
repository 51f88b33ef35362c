import { sql } from 'kysely'
import { correctAddressForm } from '#domain/access/forms.ts'
import { paths } from '#domain/paths.ts'
import type { AddressMove, MailClinic } from '#server/clinic/accounts.ts'
import { type Ctx, outwardAction } from '#server/clinic/action.ts'
import { auditPatients } from '#server/clinic/audit.ts'
import { clinicOrigin } from '#server/platform/config/config.ts'
import { clinicsWith } from '#server/platform/database/clinic-of.ts'
import { refuseInDemo } from '#server/platform/database/demo-request.ts'
import type { Tx } from '#server/platform/database/transactions.ts'
import { networkKey } from '#server/platform/http/networks.ts'
import { syncCustomerEmailJob } from '../checkouts/sync-customer-email.ts'
import { addressKey, limitCalls } from '../clinics/limit-calls.ts'

/**
 * Replaces a mistyped address before its first proof, with the account's password, signed in or not. The new address
 * gets a code; links and codes of the old one end. The clinics' records that carry the old address follow, and their
 * customers at Stripe. The answer and its timing are the same for a new address that has an account
 * (docs/decisions/0170).
 * @throws AppError `address_confirmed`, `rate_limited`
 * @throws Refusal `invalid_credentials`, also for an unknown address
 */
export const correctAddress = outwardAction({
  name: 'correct-address',
  input: correctAddressForm,
  access: 'anyone',
  async run(ctx, given): Promise<{ success: true }> {
    refuseInDemo()
    const network = networkKey(ctx.caller.address)
    await limitCalls(ctx, { bucket: 'correct-address', key: network, burst: 30, perSeconds: 10 })
    const { email, newEmail } = given
    for (const key of [addressKey(email), addressKey(newEmail)]) {
      await limitCalls(ctx, { bucket: 'correct-address-of', key, burst: 10, perSeconds: 600 })
    }
    const clinic = await clinicHere(ctx)
    const redirectTo = clinic
      ? new URL(paths.home, clinicOrigin(ctx.config, clinic.subdomain)).href
      : new URL(paths.confirmEmail, ctx.config.mainOrigin).href
    const replace = () =>
      ctx.accounts.correctAddress(ctx.caller, { ...given, redirectTo, clinic }, (tx, move) =>
        moveRecords(tx, ctx, move),
      )
    await ctx.accounts.passwords.admit(() => ctx.accounts.withEvenTiming(replace))
    return { success: true }
  },
})

/** The clinic whose page was used, which names the mail; null on the main site. */
async function clinicHere(ctx: Ctx): Promise<MailClinic | null> {
  const { clinicSubdomain } = ctx.actor
  if (!clinicSubdomain) return null
  const clinic = await ctx.transactions.withActor({ ...ctx.caller, clinic: null }, (tx) =>
    tx
      .selectFrom('clinics')
      .select(['id', 'name', 'subdomain', 'color'])
      .where('subdomain', '=', clinicSubdomain)
      .executeTakeFirst(),
  )
  return clinic ?? null
}

/** Role `system`. Records that a clinic has given another address keep it. */
async function moveRecords(tx: Tx, ctx: Ctx, { accountId, from, to }: AddressMove): Promise<void> {
  const clinics = await clinicsWith(tx, 'patient', accountId)
  const records = await tx
    .updateTable('patients')
    .set({ email: to, updated_at: ctx.now() })
    .where('clinic_id', '=', sql<string>`any (${clinics}::uuid[])`)
    .where('user_id', '=', accountId)
    .where('email', '=', from)
    .returning(['clinic_id', 'id'])
    .execute()
  for (const { clinic_id: clinicId, id } of records) {
    await auditPatients(tx, 'patient.address_corrected', [id], {}, { clinicId })
    await ctx.jobs.enqueue(tx, syncCustomerEmailJob, { clinicId, patientId: id }, { once: id })
  }
  // a founder's clinic waits for the proof of the address (docs/contracts/auth.md D18)
  await tx
    .updateTable('app.clinic_requests')
    .set({ email: to })
    .where('sign_up_id', '=', accountId)
    .where('email', '=', from)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('app.clinic_requests as r').select('r.id').where('r.email', '=', to))),
    )
    .execute()
}
