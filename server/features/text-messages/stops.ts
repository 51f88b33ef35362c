import { sql } from 'kysely'
import { textMessageTexts } from '#domain/texts/text-messages.ts'
import type { Tx } from '#server/platform/database/transactions.ts'

const { wordings } = textMessageTexts

interface Said {
  /** E.164 */
  phone: string
  /** The received word, in capitals. */
  word: string
  now: Date
}

/**
 * Ends text messages to a number, and the consents of its patients at all clinics, which share one sender. Role
 * `system`.
 */
export async function recordStop(tx: Tx, { phone, word, now }: Said): Promise<void> {
  await tx
    .insertInto('app.text_stops')
    .values({ phone, stopped_at: now })
    .onConflict((conflict) => conflict.column('phone').doNothing())
    .execute()
  await sql`
    select app.record_consent(d.clinic_id, d.patient_id, 'sms_care', false, 'sms', ${wordings.version},
                              ${wordings.stopped(word)}, ${now}::timestamptz)
      from public.patient_details d
      join public.contact_preferences r on r.clinic_id = d.clinic_id and r.patient_id = d.patient_id
     where d.phone = ${phone} and r.sms_notifications
     order by d.clinic_id, d.patient_id`.execute(tx)
}

/** Lifts a STOP and restores the consents that it ended, and no others. */
export async function recordStart(tx: Tx, { phone, word, now }: Said): Promise<void> {
  await tx.deleteFrom('app.text_stops').where('phone', '=', phone).execute()
  await sql`
    select app.record_consent(d.clinic_id, d.patient_id, 'sms_care', true, 'sms', ${wordings.version},
                              ${wordings.started(word)}, ${now}::timestamptz)
      from public.patient_details d
     where d.phone = ${phone}
       and (select n.channel = 'sms' and not n.is_given from public.consents n
             where n.clinic_id = d.clinic_id and n.patient_id = d.patient_id and n.purpose = 'sms_care'
             order by n.given_at desc limit 1)
     order by d.clinic_id, d.patient_id`.execute(tx)
}
