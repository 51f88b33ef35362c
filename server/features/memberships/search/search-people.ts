import { sql } from 'kysely'
import { searchPeopleInput } from '#domain/memberships/inputs.ts'
import { type FoundPerson, fallbackName } from '#domain/memberships/member-list.ts'
import type { ClinicRole } from '#domain/permissions.ts'
import { action } from '#server/clinic/action.ts'
import { recordRead } from '#server/clinic/record-read.ts'
import { asSystem, type Tx } from '#server/platform/database/transactions.ts'
import { matchesSearch, searchedTables } from '../member-queries.ts'
import { phonesOf } from '../phones-of.ts'

const mostShown = 8

/**
 * Finds at most 8 people of the clinic by parts of their name, email address, phone number or birthday, names that begin
 * with the text first. Audits the read of these patients, and a search without a match.
 */
export const searchPeople = action({
  name: 'search-people',
  input: searchPeopleInput,
  access: 'patients:read',
  system: 'names of members are found before the second step, in a list that no caller reads',
  async run(tx, ctx, { text }): Promise<{ people: FoundPerson[] }> {
    const found = await asSystem(tx, () => find(tx, ctx.clinicId, text))
    const patients = found.flatMap(({ patient_id }) => patient_id ?? [])
    const phones = await phonesOf(tx, ctx.clinicId, patients)
    await recordRead(tx, searchedTables(text, patients.length > 0), patients, 'search')
    return {
      people: found.map(({ id, user_id, patient_id, name, email, role }) => ({
        id,
        name: name ?? fallbackName(user_id, email),
        email,
        phone: phones.get(patient_id ?? '') ?? null,
        role,
      })),
    }
  },
})

interface FoundRow {
  id: string
  user_id: string | null
  patient_id: string | null
  name: string | null
  email: string | null
  role: ClinicRole
}

async function find(tx: Tx, clinicId: string, text: string): Promise<FoundRow[]> {
  const { rows } = await sql<FoundRow>`
    select e.membership_id as id, m.user_id, p.id as patient_id, e.name, e.email, e.role
      from (select * from app.member_entries e
             where e.clinic_id = ${clinicId} and ${matchesSearch(text)}
             order by starts_with(e.search, app.fold(${text})) desc, e.name, e.membership_id
             limit ${mostShown}) e
      join public.clinic_memberships m on m.clinic_id = ${clinicId} and m.id = e.membership_id
      left join public.patients p on p.clinic_id = ${clinicId} and (p.user_id = m.user_id or p.id = m.patient_id)
     order by starts_with(e.search, app.fold(${text})) desc, e.name, e.membership_id`.execute(tx)
  return rows
}
