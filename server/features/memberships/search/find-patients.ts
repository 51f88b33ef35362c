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
    with member as materialized (
      select e.membership_id, e.search from app.member_entries e
       where e.clinic_id = ${clinicId} and e.role = 'patient' and ${matchesSearch(text)})
    select found.id, found.name, found.email
      from (select p.id, p.name, p.email, member.search, true as is_member
              from app.patients_of_members(${clinicId}, array(select m.membership_id from member m)) p
              join member on member.membership_id = p.membership_id
            union all
            select e.id, e.name, e.email, e.search, false
              from app.former_patients(${clinicId}) e
             where ${matchesSearch(text)}) found
     order by found.is_member desc, starts_with(found.search, app.fold(${text})) desc, found.name, found.id
     limit ${most}`.execute(tx)
  return rows
}
