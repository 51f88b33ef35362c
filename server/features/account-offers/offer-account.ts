import { sql } from 'kysely'
import {
  type AccountOfferView,
  accountOfferInput,
  offerAccountInput,
} from '#domain/account-offers/account-offers.ts'
import { AppError } from '#domain/errors.ts'
import { invitationHours } from '#domain/invitations/invitations.ts'
import { paths } from '#domain/paths.ts'
import { accountOfferTexts } from '#domain/texts/account-offers.ts'
import { hourMs } from '#domain/values/durations.ts'
import { action, type ClinicCtx, outwardAction } from '#server/clinic/action.ts'
import { auditPatients } from '#server/clinic/audit.ts'
import { lockClinic } from '#server/clinic/lock-clinic.ts'
import { requirePatientOf } from '#server/clinic/patients.ts'
import { requirePermission } from '#server/clinic/permission.ts'
import { recordRead } from '#server/clinic/record-read.ts'
import { accountOfferMail } from '#server/emails/account-offers.ts'
import { senderClinic } from '#server/emails/sender-clinic.ts'
import { clinicOrigin } from '#server/platform/config/config.ts'
import { asSystem, type Tx } from '#server/platform/database/transactions.ts'
import { addressKey, limitCalls } from '../clinics/limit-calls.ts'

const texts = accountOfferTexts.person

/**
 * Offers a patient's record to another account of the patient, by its address, for 72 hours: for a patient who has lost
 * the mailbox of the old account, after the admin has met them. Replaces an earlier offer. Answer and mail are the same
 * whether the address has an account or not.
 * @throws AppError `not_found`; `record_not_connectable` without an account, for a former patient and for the team;
 * `account_has_record` for the address of a member of this clinic; `invalid_input` at `email` for the current account's
 * address and a guardian's; `rate_limited`
 */
export const offerAccount = outwardAction({
  name: 'offer-account',
  input: offerAccountInput,
  access: 'records:connect',
  asksFreshProof: true,
  async run(ctx, { patientId, email }): Promise<{ offer: AccountOfferView }> {
    await limitCalls(ctx, { bucket: 'invite', key: ctx.userId, burst: 60, perSeconds: 30 })
    await limitCalls(ctx, { bucket: 'invite-address', key: addressKey(email), burst: 10, perSeconds: 300 })
    const expiresAt = new Date(ctx.now().getTime() + invitationHours * hourMs)
    await ctx.transactions.withActor(ctx.caller, async (tx, actor) => {
      await requirePermission(tx, actor, 'records:connect')
      await requirePatientOf(tx, ctx.clinicId, patientId)
      await lockClinic(tx, ctx.clinicId)
      await asSystem(tx, () => storeOffer(tx, ctx, { patientId, email, expiresAt }))
      const clinic = await senderClinic(tx, ctx.config, ctx.clinicId)
      const link = new URL(paths.home, clinicOrigin(ctx.config, clinic.subdomain)).href
      await asSystem(tx, () => ctx.mailer.queue(tx, accountOfferMail({ to: email, clinic, link })))
    })
    return { offer: { email, expiresAt: expiresAt.toISOString() } }
  },
})

async function storeOffer(
  tx: Tx,
  { clinicId, userId, now }: ClinicCtx,
  { patientId, email, expiresAt }: { patientId: string; email: string; expiresAt: Date },
): Promise<void> {
  const { rows } = await sql<{ offer_id: string | null; problem: string | null }>`
    select offer_id, problem from app.offer_account(${clinicId}, ${patientId}, ${email}, ${userId}, ${now()}, ${expiresAt})`.execute(
    tx,
  )
  const { problem = null, offer_id: offerId = null } = rows[0] ?? {}
  if (problem === 'account_has_record') throw new AppError('account_has_record')
  if (problem === 'own_address') throw refused(texts.ownAddress)
  if (problem === 'guardian_address') throw refused(texts.guardianAddress)
  if (problem || !offerId) throw new AppError('record_not_connectable')
  await auditPatients(tx, 'patient.account_offered', [patientId], { offer: offerId })
}

function refused(message: string): AppError {
  return new AppError('invalid_input', { fields: [{ path: 'email', message }] })
}

/**
 * Returns the open offer of a patient's record, or null. Audits the read.
 * @throws AppError `not_found`
 */
export const accountOffer = action({
  name: 'account-offer',
  input: accountOfferInput,
  access: 'records:connect',
  async run(tx, ctx, { patientId }): Promise<{ offer: AccountOfferView | null }> {
    await requirePatientOf(tx, ctx.clinicId, patientId)
    const offer = await asSystem(tx, () =>
      openOffers(tx, ctx, patientId).select(['email', 'expires_at']).executeTakeFirst(),
    )
    await recordRead(tx, ['patients'], [patientId], 'account-offer')
    return { offer: offer ? { email: offer.email, expiresAt: offer.expires_at.toISOString() } : null }
  },
})

/**
 * Withdraws the open offer of a patient's record, if there is one.
 * @throws AppError `not_found`
 */
export const withdrawAccountOffer = action({
  name: 'withdraw-account-offer',
  input: accountOfferInput,
  access: 'records:connect',
  async run(tx, ctx, { patientId }): Promise<{ success: true }> {
    await requirePatientOf(tx, ctx.clinicId, patientId)
    await lockClinic(tx, ctx.clinicId)
    await asSystem(tx, async () => {
      const open = await openOffers(tx, ctx, patientId).select('id').executeTakeFirst()
      if (!open) return
      await tx
        .updateTable('app.account_offers')
        .set({ withdrawn_at: ctx.now() })
        .where('clinic_id', '=', ctx.clinicId)
        .where('id', '=', open.id)
        .execute()
      await auditPatients(tx, 'patient.account_offer_withdrawn', [patientId], { offer: open.id })
    })
    return { success: true }
  },
})

function openOffers(tx: Tx, { clinicId, now }: ClinicCtx, patientId: string) {
  return tx
    .selectFrom('app.account_offers')
    .where('clinic_id', '=', clinicId)
    .where('patient_id', '=', patientId)
    .where('accepted_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .where('expires_at', '>', now())
}
