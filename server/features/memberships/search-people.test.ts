import { afterAll, beforeAll, expect, it } from 'vitest'
import type { FoundPerson } from '#domain/memberships/member-list.ts'
import { openTestServices, type TestServices } from '#testing/database/services.ts'
import { aClinic, aPatient, aStaffMember, type TestClinic } from '#testing/sign-in/people.ts'
import { searchPeople } from './search-people.ts'

let test: TestServices
let clinic: TestClinic
beforeAll(async () => {
  test = await openTestServices()
  clinic = await aClinic(test.db)
  await aPatient(test.db, clinic, { name: 'Marta Annas', email: 'marta@search.test' })
  await aPatient(test.db, clinic, { name: 'Anna Berg', email: 'berg@search.test' })
  await aStaffMember(test.db, clinic, { name: 'Joan Nann', email: 'joan@search.test' })
  const other = await aClinic(test.db)
  await aPatient(test.db, other, { name: 'Anna Foreign' })
})
afterAll(() => test.close())

async function search(text: string, by = clinic.admin.caller()): Promise<FoundPerson[]> {
  const { people } = (await searchPeople.call(test.services, by, { text })) as { people: FoundPerson[] }
  return people
}

it('finds any part of a name or address, names that begin with it first', async () => {
  expect((await search('ann')).map(({ name }) => name)).toEqual(['Anna Berg', 'Joan Nann', 'Marta Annas'])
  expect(await search('berg@')).toMatchObject([
    { name: 'Anna Berg', email: 'berg@search.test', role: 'patient' },
  ])
  expect(await search('nobody')).toEqual([])
})

it('returns at most eight', async () => {
  const crowded = await aClinic(test.db)
  for (let n = 0; n < 10; n++) await aPatient(test.db, crowded, { name: `Twin ${n}` })
  expect(await search('twin', crowded.admin.caller())).toHaveLength(8)
})

it('audits the listed patients, and a search without a match', async () => {
  const own = await aClinic(test.db)
  const { patientId } = await aPatient(test.db, own, { name: 'Lena Vogt' })
  await search('vogt', own.admin.caller())
  await search('nobody', own.admin.caller())
  const rows = await test.db.asOwner(
    `select patient_ids, purpose from app.audit_log where clinic_id = $1 and action = 'record.read' order by id`,
    [own.id],
  )
  expect(rows).toEqual([
    { patient_ids: [patientId], purpose: 'search' },
    { patient_ids: [], purpose: 'search' },
  ])
})

it('requires two letters, and the second step where it is required', async () => {
  await expect(search('a')).rejects.toMatchObject({ code: 'invalid_input' })
  const patient = await aPatient(test.db, clinic)
  await expect(search('anna', patient.caller())).rejects.toMatchObject({ code: 'not_allowed' })
  const strict = await aClinic(test.db, { requiresMfa: true })
  await expect(search('anna', strict.admin.caller())).rejects.toMatchObject({ code: 'second_step_required' })
})
