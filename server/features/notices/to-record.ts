import { sql } from 'kysely'
import { paths } from '#domain/paths.ts'
import { dayMs } from '#domain/values/durations.ts'
import { type ReachedPatient, readReach } from '#server/clinic/reach.ts'
import type { Mail } from '#server/platform/mail/mail.ts'
import { clinicSendsTexts } from '../text-messages/clinic-sends-texts.ts'
import type { NoticeContext } from './notice.ts'
import type { Decision } from './recipients.ts'

/** @returns undefined for a former patient */
export async function reachedPatient(
  { tx, notice }: Pick<NoticeContext, 'tx' | 'notice'>,
  patientId: string,
): Promise<ReachedPatient | undefined> {
  const clinicHasTexts = await clinicSendsTexts(tx, notice)
  const { clinicId } = notice
  return (await readReach(tx, { clinicId, patientIds: [patientId], clinicHasTexts })).get(patientId)
}

/** To a patient without an account (docs/decisions/0177). Guardians get notices themselves (`app.tell_guardians`). */
export async function toRecord(
  context: NoticeContext,
  { patientId, reach, email }: ReachedPatient,
  write: (to: string, stopLink: string) => Mail,
): Promise<Decision> {
  if (reach === 'account') throw new Error('this patient has an account')
  if (reach !== 'email' || !email) return { instead: reach === 'email' ? 'call' : reach, patientId }
  const stopLink = await stopLinkOf(context, email)
  return stopLink ? { mail: write(email, stopLink), isAlone: true } : { instead: 'call', patientId }
}

/** More in a day are not sent: no account has proven the address (docs/threats.md T98). */
const mostPerDay = 10

/** The link in mails to an address that stops them, or null after too many in a day. */
async function stopLinkOf(
  { tx, notice: { clinicId, now }, page }: NoticeContext,
  address: string,
): Promise<string | null> {
  // also lets two mails to one address wait for each other
  const { token } = await tx
    .insertInto('app.entered_addresses')
    .values({ clinic_id: clinicId, address, mailed_at: now })
    .onConflict((conflict) => conflict.columns(['clinic_id', 'address']).doUpdateSet({ mailed_at: now }))
    .returning('token')
    .executeTakeFirstOrThrow()
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from app.mails m
     where m.to_address = ${address} and m.clinic_id = ${clinicId} and m.template in ('visit-entered', 'visit-reminder-entered', 'invoice-entered')
       and m.queued_at > ${new Date(now.getTime() - dayMs)}`.execute(tx)
  if ((rows[0]?.count ?? 0) >= mostPerDay) return null
  // after the #, so that no server or log sees it
  return `${page(paths.stopMails)}#${token}`
}
