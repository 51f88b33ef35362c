import { sql } from 'kysely'
import * as z from 'zod/mini'
import {
  type DismissedPair,
  type DuplicatePair,
  type DuplicateReason,
  duplicateReasons,
  type LikelyPatient,
  mostPairs,
  type PossibleDuplicates,
} from '#domain/patient-merges/duplicates.ts'
import { action } from '#server/clinic/action.ts'
import { recordRead } from '#server/clinic/record-read.ts'
import { asSystem, type Tx } from '#server/platform/database/transactions.ts'
import { accountName } from './account-name.ts'

/**
 * Returns suggested pairs of duplicate records, the likeliest first, and dismissed pairs. Audits the read of all these
 * patients.
 */
export const possibleDuplicates = action({
  name: 'possible-duplicates',
  input: z.object({}),
  access: 'patients:merge',
  system: 'words of names are readable to no caller',
  async run(tx, { clinicId }): Promise<PossibleDuplicates> {
    const found = await asSystem(tx, async () => {
      const [{ pairs, total }, dismissed] = await Promise.all([
        likelyPairs(tx, clinicId),
        dismissedPairs(tx, clinicId),
      ])
      return { pairs, total, dismissed }
    })
    const shown = [...found.pairs, ...found.dismissed].flatMap(({ patients }) => patients.map(({ id }) => id))
    await recordRead(tx, ['patients', 'patient_details'], [...new Set(shown)], 'possible-duplicates')
    return found
  },
})

/** Returns the number of suggested pairs of duplicate records, for the list of members, without names. */
export const countPossibleDuplicates = action({
  name: 'count-possible-duplicates',
  input: z.object({}),
  access: 'patients:merge',
  mayBeOld: true,
  run: (tx, { clinicId }): Promise<{ count: number }> =>
    asSystem(tx, async () => {
      const { rows } = await sql<{ count: number }>`
        select count(*)::integer as count from ${open(clinicId)}`.execute(tx)
      return { count: rows[0]?.count ?? 0 }
    }),
})

function open(clinicId: string) {
  return sql`app.likely_duplicates(${clinicId}::uuid) d
     left join app.dismissed_duplicates x
       on x.clinic_id = ${clinicId} and x.patient_id = d.patient_id and x.other_patient_id = d.other_patient_id
    where x.clinic_id is null`
}

interface PairRow extends Record<DuplicateReason, boolean> {
  one: LikelyPatient
  other: LikelyPatient
  total: number
}

async function likelyPairs(tx: Tx, clinicId: string) {
  const patient = (id: string) => sql`(
    select jsonb_build_object('id', p.id, 'name', p.full_name, 'email', p.email, 'phone', t.phone, 'bornOn', t.date_of_birth,
             'createdAt', p.created_at, 'hasAccount', exists (
               select from public.clinic_memberships m
                where m.clinic_id = ${clinicId} and m.user_id = p.user_id and m.ended_at is null))
      from public.patients p
      left join public.patient_details t on t.clinic_id = p.clinic_id and t.patient_id = p.id
     where p.clinic_id = ${clinicId} and p.id = ${sql.ref(`d.${id}`)})`
  const { rows } = await sql<PairRow>`
    select ${patient('patient_id')} as one, ${patient('other_patient_id')} as other, d.total::integer as total,
           d.same_birth as birth, d.same_name as name, d.same_phone as phone, d.same_email as email, d.similar_name
      from (select d.*, count(*) over () as total from ${open(clinicId)}
             order by d.same_birth::integer * 2 + d.same_name::integer * 2 + d.same_phone::integer + d.same_email::integer desc,
                      d.patient_id, d.other_patient_id
             limit ${mostPairs}) d`.execute(tx)
  const pairs = rows.map(
    (row): DuplicatePair => ({
      patients: staysFirst(asIso(row.one), asIso(row.other)),
      reasons: duplicateReasons.filter((reason) => row[reason]),
    }),
  )
  return { pairs, total: rows[0]?.total ?? 0 }
}

const asIso = (patient: LikelyPatient): LikelyPatient => ({
  ...patient,
  createdAt: new Date(patient.createdAt).toISOString(),
})

/** The record with an account stays, else the older one. */
function staysFirst(one: LikelyPatient, other: LikelyPatient): [LikelyPatient, LikelyPatient] {
  if (one.hasAccount !== other.hasAccount) return one.hasAccount ? [one, other] : [other, one]
  return one.createdAt <= other.createdAt ? [one, other] : [other, one]
}

async function dismissedPairs(tx: Tx, clinicId: string): Promise<DismissedPair[]> {
  const { rows } = await sql<{
    one: { id: string; name: string }
    other: { id: string; name: string }
    at: Date
    by: string | null
  }>`
    select jsonb_build_object('id', a.id, 'name', a.full_name) as one,
           jsonb_build_object('id', b.id, 'name', b.full_name) as other, x.dismissed_at as at,
           ${accountName} as by
      from app.dismissed_duplicates x
      join public.patients a on a.clinic_id = x.clinic_id and a.id = x.patient_id and a.merged_into is null
      join public.patients b on b.clinic_id = x.clinic_id and b.id = x.other_patient_id and b.merged_into is null
      left join auth.users u on u.id = x.dismissed_by
     where x.clinic_id = ${clinicId}
     order by x.dismissed_at desc, x.patient_id limit ${mostPairs}`.execute(tx)
  return rows.map(({ one, other, at, by }) => ({
    patients: [one, other],
    dismissedAt: at.toISOString(),
    dismissedBy: by,
  }))
}
