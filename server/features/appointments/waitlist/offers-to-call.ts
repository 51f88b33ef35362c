import { sql } from 'kysely'
import type { OfferCall } from '#domain/appointments/visit-calls.ts'
import type { ClinicCtx } from '#server/clinic/action.ts'
import type { Tx } from '#server/platform/database/transactions.ts'

/**
 * Times held for patients who cannot answer online, because they have no account, or one without a confirmed address
 * (docs/decisions/0204).
 */
export async function readOffersToCall(tx: Tx, { clinicId, now }: ClinicCtx): Promise<OfferCall[]> {
  const { rows } = await sql<{
    id: string
    patient_id: string
    full_name: string
    phone: string | null
    starts_at: Date
    expires_at: Date
    time_zone: string
  }>`
    select o.id, o.patient_id, p.full_name, d.phone, o.starts_at, o.expires_at, o.time_zone
      from public.waitlist_offers o
      join public.patients p on p.clinic_id = o.clinic_id and p.id = o.patient_id
      left join public.patient_details d on d.clinic_id = o.clinic_id and d.patient_id = o.patient_id
     where o.clinic_id = ${clinicId} and o.status = 'open' and o.expires_at > ${now()}
       and not exists (select from public.clinic_memberships m
                        where m.clinic_id = p.clinic_id and m.user_id = p.user_id and m.status = 'active'
                          and m.ended_at is null)
     order by o.expires_at, o.id`.execute(tx)
  return rows.map((row) => ({
    offerId: row.id,
    patientId: row.patient_id,
    patientName: row.full_name,
    phone: row.phone,
    startsAt: row.starts_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    timeZone: row.time_zone,
  }))
}
