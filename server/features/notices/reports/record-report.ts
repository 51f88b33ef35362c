import { broadcastTexts } from '#domain/texts/broadcasts.ts'
import { noClinic } from '#server/platform/database/clinic-of.ts'
import type { Tx } from '#server/platform/database/transactions.ts'
import { stopAddress } from '../stop-address.ts'
import { endConsent, unsubscribe } from '../unsubscribe.ts'
import type { MailReport } from './parse-report.ts'

const byComplaint = { channel: 'complaint', wording: broadcastTexts.complaintWording } as const

/**
 * Marks the reported mail. If its address does not exist, notices and messages to many are no longer mailed to it; a
 * complaint ends the consent that the mail referred to (docs/decisions/0219). Repeated and unknown reports change nothing.
 * Role `system`.
 * @returns whether a mail was marked
 */
export async function recordReport(tx: Tx, { mailId, kind }: MailReport, now: Date): Promise<boolean> {
  // a report names the mail alone
  const found = await tx
    .selectFrom('app.mails')
    .select('clinic_id')
    .where('id', '=', mailId)
    .where('channel', '=', 'mail')
    .executeTakeFirst()
  if (!found) return false
  const { clinic_id: clinicId } = found
  const mail = await tx
    .updateTable('app.mails')
    .set({ report: kind, reported_at: now })
    .where('clinic_id', '=', clinicId)
    .where('id', '=', mailId)
    .where((row) => row.or([row('report', 'is', null), row('report', '=', 'refused')]))
    .where((row) => row('report', 'is distinct from', kind))
    .returning('to_address as address')
    .executeTakeFirst()
  if (!mail) return false
  const { address } = mail
  if (clinicId === noClinic || kind === 'refused') return true
  await tx
    .insertInto('app.reported_addresses')
    .values({ clinic_id: clinicId, address, report: kind, reported_at: now })
    .onConflict((conflict) =>
      conflict
        .columns(['clinic_id', 'address'])
        .doUpdateSet({ report: kind, reported_at: now })
        // a complaint about an earlier mail does not make the address exist
        .where('app.reported_addresses.report', '=', 'complaint'),
    )
    .execute()
  if (kind === 'complaint') await endConsents(tx, { clinicId, mailId, address, now })
  return true
}

/** As the link in the mail would; a mail without one ends the consent to emails. */
async function endConsents(
  tx: Tx,
  { clinicId, mailId, address, now }: { clinicId: string; mailId: string; address: string; now: Date },
): Promise<void> {
  const recipient = await tx
    .selectFrom('app.broadcast_recipients')
    .select('token')
    .where('clinic_id', '=', clinicId)
    .where('id', '=', mailId)
    .executeTakeFirst()
  if (recipient) return unsubscribe(tx, { clinicId, token: recipient.token, now }, byComplaint)
  await stopAddress(tx, { clinicId, address, now })
  const patients = await tx
    .selectFrom('patients as p')
    .innerJoin('auth.users as u', 'u.id', 'p.user_id')
    .select('p.id')
    .where('p.clinic_id', '=', clinicId)
    .where('u.email', '=', address)
    .where('p.merged_into', 'is', null)
    .execute()
  for (const { id: patientId } of patients)
    await endConsent(tx, { clinicId, patientId, purpose: 'email', now }, byComplaint)
}
