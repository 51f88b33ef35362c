import { sql } from 'kysely'
import { recentPeopleInput } from '#domain/memberships/inputs.ts'
import { type FoundPerson, fallbackName } from '#domain/memberships/member-list.ts'
import type { ClinicRole } from '#domain/permissions.ts'
import { action } from '#server/clinic/action.ts'
import { recordRead } from '#server/clinic/record-read.ts'
import { asSystem, type Tx } from '#server/platform/database/transactions.ts'
import { phonesOf } from '../phones-of.ts'

/**
 * Returns people of the clinic in the order of their ids (of a membership or a patient's record), for the search before
 * a letter is typed. Omits removed and unknown ones. Audits the read of these patients.
 */
export const recentPeople = action({
  name: 'recent-people',
  input: recentPeopleInput,
  access: 'patients:read',
  async run(tx, ctx, { ids }): Promise<{ people: FoundPerson[] }> {
    const found = await asSystem(tx, () => read(tx, ctx.clinicId, ids))
    const patientIds = found.flatMap(({ patient_id }) => patient_id ?? [])
    const phones = await phonesOf(tx, ctx.clinicId, patientIds)
    if (patientIds.length > 0) await recordRead(tx, ['patients', 'patient_details'], patientIds, 'search')
    const people = ids.flatMap((wanted) =>
      found.filter(({ id, patient_id }) => id === wanted || patient_id === wanted),
    )
    return {
      people: [...new Set(people)].map(({ id, user_id, patient_id, name, email, role }) => ({
        id,
        name: name ?? fallbackName(user_id, email),
        email,
        phone: phones.get(patient_id ?? '') ?? null,
        role,
      })),
    }
  },
})

interface Row {
  id: string
  user_id: string | null
  patient_id: string | null
  name: string | null
  email: string | null
  role: ClinicRole
}

async function read(tx: Tx, clinicId: string, ids: readonly string[]): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select * from app.people_of(${clinicId}, ${[...ids]}::uuid[])`.execute(tx)
  return rows
}
