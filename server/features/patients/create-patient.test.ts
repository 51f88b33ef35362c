import { beforeEach, describe, expect, it } from 'vitest'
import type { FoundPerson, MemberPage } from '#domain/memberships/member-list.ts'
import type { CreatedPatient, PatientEntry } from '#domain/patients/patient-entry.ts'
import { setUpServices } from '#testing/set-up.ts'
import { aClinic, type TestClinic } from '#testing/sign-in/people.ts'
import { listMembers } from '../memberships/list-members.ts'
import { person } from '../memberships/person.ts'
import { removeMember } from '../memberships/remove-member.ts'
import { searchPeople } from '../memberships/search/search-people.ts'
import { createPatient } from './create-patient.ts'

let clinic: TestClinic
const test = await setUpServices()
beforeEach(async () => {
  clinic = await aClinic(test.db)
})

const entry: PatientEntry = {
  name: 'Siobhán O’Brien',
  dateOfBirth: '1955-11-12',
  phone: '(212) 555-0147',
  email: '',
  mayText: false,
}

const by = () => clinic.admin.caller()

function create(
  changes: Partial<PatientEntry & { attempt: string; isNewPerson: boolean }> = {},
  caller = by(),
): Promise<CreatedPatient> {
  const input = { ...entry, attempt: crypto.randomUUID(), isNewPerson: false, ...changes }
  return createPatient.call(test.services, caller, input) as Promise<CreatedPatient>
}

async function members(): Promise<MemberPage['members']> {
  const page = (await listMembers.call(test.services, by(), {})) as MemberPage
  return page.members.filter(({ role }) => role === 'patient')
}

async function found(text: string): Promise<string[]> {
  const { people } = (await searchPeople.call(test.services, by(), { text })) as { people: FoundPerson[] }
  return people.map(({ name }) => name)
}

it('lists, finds and shows the patient at once, without an account', async () => {
  const { patientId } = await create()
  expect(await members()).toMatchObject([
    { name: 'Siobhán O’Brien', email: '', patientId, userId: null, status: 'active', invitation: null },
  ])
  for (const text of ['0147', 'obrien siobhan', '1955-11-12'])
    expect(await found(text), text).toEqual(['Siobhán O’Brien'])
  expect(await person.call(test.services, by(), { personId: patientId })).toMatchObject({
    name: 'Siobhán O’Brien',
    patientId,
  })
})

it('creates the patient once when the call is repeated', async () => {
  const attempt = crypto.randomUUID()
  await create({ attempt })
  expect(await create({ attempt, name: 'Other Name' })).toEqual({ patientId: attempt, similar: [] })
  expect(await members()).toHaveLength(1)
})

describe('similar patients', () => {
  it('are returned instead, until the caller has seen them', async () => {
    const { patientId } = await create()
    const again = await create({ name: 'OBrien, Siobhan', dateOfBirth: '' })
    expect(again).toEqual({
      patientId: null,
      similar: [{ id: patientId, name: 'Siobhán O’Brien', bornOn: '1955-11-12', hasAccount: false }],
    })
    expect(await members()).toHaveLength(1)
    await create({ name: 'OBrien, Siobhan', dateOfBirth: '', isNewPerson: true })
    expect(await members()).toHaveLength(2)
  })

  it('are those with the same birthday and phone number under another name', async () => {
    const { patientId } = await create()
    expect((await create({ name: 'Shiv Brien' })).similar.map(({ id }) => id)).toEqual([patientId])
  })

  it('are not a family that shares phone and address, nor a namesake of another age', async () => {
    await create({ email: 'family@example.test' })
    await create({ name: 'Ronan O’Brien', dateOfBirth: '2019-02-03', email: 'family@example.test' })
    await create({ name: 'Siobhán O’Brien', dateOfBirth: '1990-01-01', phone: '' })
    expect(await members()).toHaveLength(3)
  })
})

it('stores the consent to texts as given to the team, with its user', async () => {
  const { patientId } = await create({ mayText: true })
  const consents = await test.db.asOwner(
    'select purpose, is_given, channel, actor_id from consents where patient_id = $1',
    [patientId],
  )
  expect(consents).toEqual([
    { purpose: 'sms_care', is_given: true, channel: 'team', actor_id: clinic.admin.userId },
  ])
})

it.each([
  ['name', { name: ' ​ ' }],
  ['dateOfBirth', { dateOfBirth: '1990-02-30' }],
  ['dateOfBirth', { dateOfBirth: '2990-01-01' }],
  ['phone', { phone: '12' }],
  ['email', { email: 'nobody' }],
  ['phone', { phone: '', mayText: true }],
] as const)('refuses an unreadable %s at its field', async (path, changes) => {
  await expect(create(changes)).rejects.toMatchObject({ code: 'invalid_input', fields: [{ path }] })
  expect(await members()).toEqual([])
})

it('Remove takes the patient off the list, and the record stays', async () => {
  const { patientId } = await create()
  const [listed] = await members()
  await removeMember.call(test.services, by(), { membershipId: listed?.id ?? '' })
  expect(await members()).toEqual([])
  expect(await person.call(test.services, by(), { personId: patientId })).toMatchObject({
    name: 'Siobhán O’Brien',
    endedAt: expect.any(String),
  })
})
