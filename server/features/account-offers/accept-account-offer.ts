import { sql } from 'kysely'
import * as z from 'zod/mini'
import { acceptAccountOfferInput } from '#domain/account-offers/account-offers.ts'
import { AppError } from '#domain/errors.ts'
import { paths } from '#domain/paths.ts'
import { action } from '#server/clinic/action.ts'
import { auditPatients } from '#server/clinic/audit.ts'
import { lockClinic } from '#server/clinic/lock-clinic.ts'
import { accountMovedMail } from '#server/emails/account-offers.ts'
import { senderClinic } from '#server/emails/sender-clinic.ts'
import { clinicOrigin } from '#server/platform/config/config.ts'
import { asSystem } from '#server/platform/database/transactions.ts'

/** Returns the newest open offer of this clinic's record to the caller's confirmed address, or null. */
export const ownAccountOffer = action({
  name: 'own-account-offer',
  input: z.object({}),
  access: 'signed-in',
  async run(tx, ctx): Promise<{ offerId: string | null }> {
    const { clinicId, userId, actor } = ctx
    if (!clinicId || !actor.emailConfirmed || actor.role !== null) return { offerId: null }
    return asSystem(tx, async () => {
      const { rows } = await sql<{ id: string }>`
        select o as id from app.open_account_offers(${clinicId}, ${userId}, ${ctx.now()}) o limit 1`.execute(
        tx,
      )
      return { offerId: rows[0]?.id ?? null }
    })
  },
})

/**
 * Accepts the offer of a clinic's record to the caller's confirmed address: record and membership belong to this account
 * from now on. The old account loses this clinic and is notified by mail.
 * @throws AppError `clinic_missing`, `email_not_confirmed`; `not_found`, also for an offer to another address, a used,
 * withdrawn or expired one; `own_record_exists` if the account belongs to this clinic already
 */
export const acceptAccountOffer = action({
  name: 'accept-account-offer',
  input: acceptAccountOfferInput,
  access: 'signed-in',
  async run(tx, ctx, { offerId }): Promise<{ success: true }> {
    const { clinicId, userId, actor } = ctx
    if (!clinicId) throw new AppError('clinic_missing')
    if (!actor.emailConfirmed) throw new AppError('email_not_confirmed')
    await lockClinic(tx, clinicId)
    const accepted = await asSystem(tx, async () => {
      const { rows } = await sql<{
        patient_id: string | null
        old_email: string | null
        problem: string | null
      }>`
        select patient_id, old_email, problem
          from app.accept_account_offer(${clinicId}, ${offerId}, ${userId}, ${ctx.now()})`.execute(tx)
      const [row] = rows
      if (row?.problem === 'account_has_record') throw new AppError('own_record_exists')
      if (!row?.patient_id) throw new AppError('not_found')
      await auditPatients(tx, 'patient.account_connected', [row.patient_id], { offer: offerId })
      return row
    })
    const to = accepted.old_email
    if (to) {
      const clinic = await senderClinic(tx, ctx.config, clinicId)
      const link = new URL(paths.home, clinicOrigin(ctx.config, clinic.subdomain)).href
      await asSystem(tx, () => ctx.mailer.queue(tx, accountMovedMail({ to, clinic, link })))
    }
    return { success: true }
  },
})
