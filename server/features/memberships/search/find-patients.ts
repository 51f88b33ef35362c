import { sql } from 'kysely'
import { findPatientsInput } from '#domain/memberships/inputs.ts'
import type { FoundPatient } from '#domain/memberships/member-list.ts'
import { action } from '#server/clinic/action.ts'
import { recordRead } from '#server/clinic/record-read.ts'
import { asSystem, type Tx } from '#server/platform/database/transactions.ts'
import { matchesSearch, searchedTables } from '../member-queries.ts'

/**
 * Finds patients by parts of their name, email address, phone number or birthday, in any notation: current members
 * first, then those who left, whose visits and messages remain. Names that begin with the text come first. Audits the
 * read of these patients, and a search without a match.
 * @throws AppError `second_step_required`
 */
export const findPatients = action({
  name: 'find-patients',
  input: findPatientsInput,
  access: 'patients:read',
  system: 'the list of members with its search index is read by no caller',
  async run(tx, ctx, { text, most }): Promise<{ patients: FoundPatient[] }> {
    const patients = await asSystem(tx, () => find(tx, ctx.clinicId, text, most))
    await recordRead(
      tx,
      searchedTables(text),
      patients.map(({ id }) => id),
      'search',
    )
    return { patients }
  },
})

async function find(tx: Tx, clinicId: string, text: string, most: number): Promise<FoundPatient[]> {
  const { rows } = await sql<FoundPatient>`
    select found.id, found.name, found.email
      from (select p.id, p.full_name as name, p.email, e.search, true as is_member
              from app.member_entries e
              join public.clinic_memberships m on m.clinic_id = e.clinic_id and m.id = e.membership_id
              join public.patients p on p.clinic_id = m.clinic_id and (p.user_id = m.user_id or p.id = m.patient_id)
             where e.clinic_id = ${clinicId} and e.role = 'patient' and ${matchesSearch(text)}
            union all
            select p.id, p.full_name, p.email, e.search, false
              from public.patients p
              left join public.patient_details d on d.clinic_id = p.clinic_id and d.patient_id = p.id
             cross join lateral (select app.fold(p.full_name) || E'\n' || app.fold(coalesce(p.email, '')) as search,
                                        app.number_parts(d.phone, d.date_of_birth) as numbers) e
             where p.clinic_id = ${clinicId} and ${matchesSearch(text)}
               and not exists (select from public.clinic_memberships m
                                where m.clinic_id = p.clinic_id and m.user_id = p.user_id and m.role = 'patient'
                                  and m.ended_at is null)
               and not exists (select from public.clinic_memberships m
                                where m.clinic_id = p.clinic_id and m.patient_id = p.id and m.ended_at is null)) found
     order by found.is_member desc, starts_with(found.search, app.fold(${text})) desc, found.name, found.id
     limit ${most}`.execute(tx)
  return rows
}
