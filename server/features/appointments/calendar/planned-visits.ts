import type { Tx } from '#server/platform/database/transactions.ts'

/** The visits ahead with patient, type and provider, in order; a caller adds columns and conditions. */
export function plannedVisits(tx: Tx, { clinicId, now }: { clinicId: string; now: Date }) {
  return tx
    .selectFrom('appointments as a')
    .innerJoin('patients as p', (join) =>
      join.onRef('p.clinic_id', '=', 'a.clinic_id').onRef('p.id', '=', 'a.patient_id'),
    )
    .innerJoin('appointment_types as t', (join) =>
      join.onRef('t.clinic_id', '=', 'a.clinic_id').onRef('t.key', '=', 'a.type'),
    )
    .leftJoin('providers as v', (join) =>
      join.onRef('v.clinic_id', '=', 'a.clinic_id').onRef('v.id', '=', 'a.provider_id'),
    )
    .select(['a.id', 'a.patient_id', 'p.full_name', 'a.type', 'a.starts_at', 'a.time_zone'])
    .select(['a.duration_minutes', 'a.provider_id', 't.name as type_name', 'v.name as provider_name'])
    .where('a.clinic_id', '=', clinicId)
    .where('a.status', 'in', ['requested', 'upcoming'])
    .where('a.starts_at', '>', now)
    .orderBy('a.starts_at')
    .orderBy('a.id')
}
