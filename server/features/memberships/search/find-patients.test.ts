import { describe, expect, it } from 'vitest'
import type { FoundPatient } from '#domain/memberships/member-list.ts'
import { setUpClinic } from '#testing/set-up.ts'
import { aClinic, aPatient, aStaffMember } from '#testing/sign-in/people.ts'
import { findPatients } from './find-patients.ts'

const { test, clinic } = await setUpClinic()
const siobhan = await aPatient(test.db, clinic, { name: 'Siobhán O’Brien', email: 's.ob@search.test' })
await aPatient(test.db, clinic, { name: 'Marta O’Bright' })
await aStaffMember(test.db, clinic, { name: 'Obrian Staff' })
const left = await aPatient(test.db, clinic, { name: 'Aoife O’Brannigan' })
await test.db.asOwner('update clinic_memberships set ended_at = now() where id = $1', [left.membershipId])
for (const { patientId } of [siobhan, left])
  await test.db.asOwner(
    `insert into patient_details (clinic_id, patient_id, phone, date_of_birth, updated_at)
     values ($1, $2, '+14165550147', '2019-05-31', now())`,
    [clinic.id, patientId],
  )
const other = await aClinic(test.db)
await aPatient(test.db, other, { name: 'Siobhán O’Brien' })

async function find(text: string, most?: number): Promise<FoundPatient[]> {
  const input = most === undefined ? { text } : { text, most }
  const answer = await findPatients.call(test.services, clinic.admin.caller(), input)
  return (answer as { patients: FoundPatient[] }).patients
}
const found = async (text: string, most?: number) => (await find(text, most)).map(({ name }) => name)

describe('patients are found', () => {
  it.each(['obrien siobhan', 'O`BRIEN', 'o brien, siobha\u0301n', 's.ob@search.test', 'siobhan 0147'])(
    'in any notation: %j',
    async (text) => {
      expect(await found(text)).toEqual(['Siobhán O’Brien'])
    },
  )

  it('by phone and birthday, those who left after current ones', async () => {
    const both = ['Siobhán O’Brien', 'Aoife O’Brannigan']
    for (const text of ['0147', '05/31/2019', 'May 31, 2019']) expect(await found(text)).toEqual(both)
    expect(await found('o’br')).toEqual(['Marta O’Bright', 'Siobhán O’Brien', 'Aoife O’Brannigan'])
  })

  it('by their record, as visits and messages reference it', async () => {
    expect(await find('siobhan')).toEqual([
      { id: siobhan.patientId, name: 'Siobhán O’Brien', email: 's.ob@search.test' },
    ])
  })

  it('at most as many as wanted; team members and strangers never', async () => {
    expect(await found('obr', 2)).toHaveLength(2)
    expect(await found('staff')).toEqual([])
    expect(await found('%')).toEqual([])
  })
})

it('is audited with the patients found, and without a match', async () => {
  const own = await aClinic(test.db)
  const { patientId } = await aPatient(test.db, own, { name: 'Lena Vogt' })
  for (const text of ['vogt', '0147']) await findPatients.call(test.services, own.admin.caller(), { text })
  const rows = await test.db.asOwner(
    `select patient_ids, purpose, details -> 'tables' as tables from app.audit_log
      where clinic_id = $1 and action = 'record.read' order by id`,
    [own.id],
  )
  expect(rows).toEqual([
    { patient_ids: [patientId], purpose: 'search', tables: ['patients'] },
    { patient_ids: [], purpose: 'search', tables: ['patients', 'patient_details'] },
  ])
})
