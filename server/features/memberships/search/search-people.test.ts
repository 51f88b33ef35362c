import { beforeAll, describe, expect, it } from 'vitest'
import type { FoundPerson } from '#domain/memberships/member-list.ts'
import { fold } from '#domain/values/fold.ts'
import { setUpClinic } from '#testing/set-up.ts'
import { aClinic, aPatient, aStaffMember, type TestClinic } from '#testing/sign-in/people.ts'
import { searchPeople } from './search-people.ts'

const { test, clinic } = await setUpClinic()
await aPatient(test.db, clinic, { name: 'Marta Annas', email: 'marta@search.test' })
await aPatient(test.db, clinic, { name: 'Anna Berg', email: 'berg@search.test' })
await aStaffMember(test.db, clinic, { name: 'Joan Nann', email: 'joan@search.test' })
const other = await aClinic(test.db)
await aPatient(test.db, other, { name: 'Anna Foreign' })

async function search(text: string, by = clinic.admin.caller()): Promise<FoundPerson[]> {
  const { people } = (await searchPeople.call(test.services, by, { text })) as { people: FoundPerson[] }
  return people
}

it('finds any part of a name or address, names that begin with it first', async () => {
  expect((await search('ann')).map(({ name }) => name)).toEqual(['Anna Berg', 'Joan Nann', 'Marta Annas'])
  expect(await search('berg@')).toMatchObject([
    { name: 'Anna Berg', email: 'berg@search.test', phone: null, role: 'patient' },
  ])
  expect(await search('nobody')).toEqual([])
})

describe('Siobhán O’Brien, (416) 555-0147, born on May 31, 2019, is found by', () => {
  let own: TestClinic
  beforeAll(async () => {
    own = await aClinic(test.db)
    const { patientId } = await aPatient(test.db, own, { name: 'Siobhán O’Brien', email: 's.ob@search.test' })
    await aPatient(test.db, own, { name: 'Sio Brient', email: 'sio@search.test' })
    await test.db.asOwner(
      `insert into patient_details (clinic_id, patient_id, phone, date_of_birth, updated_at)
       values ($1, $2, '+14165550147', '2019-05-31', now())`,
      [own.id, patientId],
    )
  })

  it.each([
    'siobhan',
    'SIOBHÁN',
    'Siobha\u0301n',
    "o'brien",
    'O’Brien',
    'OBrien',
    'O\u02bcBrien',
    'o brien, siobhan',
    'O’Brien   Siobhán',
    'Siobhán\u00a0O’Brien',
    'Si\u00adob\u200bhán',
    's.ob@search.test',
    '0147',
    '555-0147',
    '(416) 555-0147',
    '+1 416 555 0147',
    '416.555.0147',
    '2019-05-31',
    '05/31/2019',
    'May 31 2019',
    '31 May 2019',
    'siobhan 2019',
    'siobhan 0147',
    'brien 5/31/19',
  ])('%j', async (text) => {
    expect(await search(text, own.admin.caller())).toMatchObject([
      { name: 'Siobhán O’Brien', phone: '(416) 555-0147' },
    ])
  })

  it.each(['0148', '2019-06-01', 'May 30 2019', 'obrian', 'siobhan 0148', '- ’'])(
    'and not by %j',
    async (text) => {
      expect(await search(text, own.admin.caller())).toEqual([])
    },
  )

  it('and by a changed phone number', async () => {
    await test.db.asOwner(`update patient_details set phone = '+442079460018' where clinic_id = $1`, [own.id])
    for (const text of ['020 7946 0018', '+44 (0)20 7946 0018', '020 79460'])
      expect(await search(text, own.admin.caller())).toHaveLength(1)
  })
})

it('returns at most eight', async () => {
  const crowded = await aClinic(test.db)
  for (let n = 0; n < 10; n++) await aPatient(test.db, crowded, { name: `Twin ${n}` })
  expect(await search('twin', crowded.admin.caller())).toHaveLength(8)
})

it('audits the listed patients, and a search without a match, by number as a read of details', async () => {
  const own = await aClinic(test.db)
  const { patientId } = await aPatient(test.db, own, { name: 'Lena Vogt' })
  await search('vogt', own.admin.caller())
  await search('nobody', own.admin.caller())
  await search('0147', own.admin.caller())
  const rows = await test.db.asOwner(
    `select patient_ids, purpose, details -> 'tables' as tables from app.audit_log where clinic_id = $1 and action = 'record.read' order by id`,
    [own.id],
  )
  expect(rows).toEqual([
    { patient_ids: [patientId], purpose: 'search', tables: ['patients', 'patient_details'] },
    { patient_ids: [], purpose: 'search', tables: ['patients'] },
    { patient_ids: [], purpose: 'search', tables: ['patients', 'patient_details'] },
  ])
})

it('requires two letters, and the second step where it is required', async () => {
  await expect(search('a')).rejects.toMatchObject({ code: 'invalid_input' })
  const patient = await aPatient(test.db, clinic)
  await expect(search('anna', patient.caller())).rejects.toMatchObject({ code: 'not_allowed' })
  const strict = await aClinic(test.db, { requiresMfa: true })
  await expect(search('anna', strict.admin.caller())).rejects.toMatchObject({ code: 'second_step_required' })
})

it('the database and the browser fold the letters of names to the same text', async () => {
  const rows = await test.db.asOwner<{ letter: string; folded: string }>(
    `select chr(n) as letter, app.fold('a' || chr(n) || 'b') as folded
       from (values (32, 126), (160, 7295), (7424, 11263), (11904, 42655), (44032, 55203), (64256, 65519)) blocks (low, high)
      cross join lateral generate_series(low, high) n`,
  )
  const different = rows.filter(({ letter, folded }) => fold(`a${letter}b`) !== folded)
  expect(different.map(({ letter }) => letter.codePointAt(0)?.toString(16))).toEqual([])
})
