import { beforeEach, describe, expect, it } from 'vitest'
import type { MemberPage } from '#domain/memberships/member-list.ts'
import { setUpServices } from '#testing/set-up.ts'
import { changeAccount } from '#testing/sign-in/account-changes.ts'
import { aClinic, anInvitation, aPatient, aStaffMember, type TestClinic } from '#testing/sign-in/people.ts'
import { listMembers } from './list-members.ts'

let clinic: TestClinic
const test = await setUpServices()
beforeEach(async () => {
  clinic = await aClinic(test.db)
})

async function list(input: object = {}, by = clinic.admin.caller()): Promise<MemberPage> {
  return (await listMembers.call(test.services, by, input)) as MemberPage
}

const names = ({ members }: MemberPage) => members.map(({ name }) => name)

const reads = () =>
  test.db.asOwner<{ patient_ids: string[]; details: object; purpose: string }>(
    `select patient_ids, details, purpose from app.audit_log where clinic_id = $1 and action = 'record.read' order by id`,
    [clinic.id],
  )

async function patients(count: number): Promise<void> {
  await test.db.asOwner(
    `with people as (
       insert into auth.users (email, email_confirmed_at, user_metadata)
       select $2 || n || '@list.test', now(), jsonb_build_object('full_name', 'Patient ' || lpad(n::text, 2, '0'))
         from generate_series(1, $3::integer) n
       returning id, email, user_metadata)
     insert into public.clinic_memberships (clinic_id, user_id, role, status, accepted_at, created_at)
     select $1, id, 'patient', 'active', now(), now() + right(user_metadata ->> 'full_name', 2)::integer * interval '1 minute'
       from people`,
    [clinic.id, crypto.randomUUID().slice(0, 8), count],
  )
}

describe('a row names', () => {
  it('a member by their account’s name, once they have accepted', async () => {
    await aPatient(test.db, clinic, { name: 'Lena Vogt', email: 'lena@line.test' })
    const page = await list({ role: 'patient' })
    expect(page.members).toMatchObject([
      { name: 'Lena Vogt', email: 'lena@line.test', role: 'patient', status: 'active', lastActiveAt: null },
    ])
    expect(page.total).toBe(2)
  })

  it('first and last name before a full name', async () => {
    await aStaffMember(test.db, clinic, { metadata: { first_name: 'Robin', last_name: 'Vale' } })
    expect(names(await list({ role: 'staff' }))).toEqual(['Robin Vale'])
  })

  it('a user with an unconfirmed address as the join form wrote them', async () => {
    const stranger = await aPatient(test.db, clinic, {
      status: 'pending',
      confirmed: false,
      name: 'The Real Name',
    })
    await test.db.asOwner(
      `update patients set full_name = 'As Typed', email = 'typed@line.test' where id = $1`,
      [stranger.patientId],
    )
    expect((await list({ status: 'pending' })).members).toMatchObject([
      { name: 'As Typed', email: 'typed@line.test' },
    ])
  })

  it('an invited person by their invitation, and one without a name by the address', async () => {
    await anInvitation(test.db, clinic, { email: 'kim@line.test', name: 'Kim Park', role: 'patient' })
    await anInvitation(test.db, clinic, { email: 'nameless@line.test' })
    const { members } = await list({ tab: 'pending' })
    expect(members.map(({ name, email }) => [name, email]).sort()).toEqual([
      ['Kim Park', 'kim@line.test'],
      ['nameless@line.test', 'nameless@line.test'],
    ])
    expect(members.every(({ invitation }) => invitation !== null)).toBe(true)
  })
})

describe('the list follows what changes', () => {
  it('a name and an address of the account', async () => {
    const patient = await aPatient(test.db, clinic, { name: 'Lena Vogt' })
    await changeAccount(test.db, patient.userId, {
      email: 'new@line.test',
      user_metadata: JSON.stringify({ full_name: 'Lena Novak' }),
    })
    expect(names(await list({ search: 'novak' }))).toEqual(['Lena Novak'])
    expect(names(await list({ search: 'new@line' }))).toEqual(['Lena Novak'])
    expect(names(await list({ search: 'vogt' }))).toEqual([])
  })

  it('a status, and a removal', async () => {
    const patient = await aPatient(test.db, clinic, { name: 'Lena Vogt' })
    const as = clinic.admin.caller()
    await test.services.transactions.withActor(as, (tx) =>
      tx
        .updateTable('clinic_memberships')
        .set({ status: 'invited' })
        .where('id', '=', patient.membershipId)
        .execute(),
    )
    expect(names(await list({ status: 'invited' }))).toEqual(['Lena Vogt'])
    await test.services.transactions.withActor(as, (tx) =>
      tx.deleteFrom('clinic_memberships').where('id', '=', patient.membershipId).execute(),
    )
    expect(await list({ role: 'patient' })).toMatchObject({ members: [], total: 1 })
  })
})

describe('filters', () => {
  beforeEach(async () => {
    await aPatient(test.db, clinic, { name: 'Ünal Öz', email: `unal@${clinic.subdomain}.test` })
    await aPatient(test.db, clinic, { name: 'Pat 100%', email: `pat_one@${clinic.subdomain}.test` })
    await aStaffMember(test.db, clinic, { name: 'Sam Staff', role: 'member' })
    await aPatient(test.db, clinic, { name: 'Dee Active', suspended: true })
  })

  // spec: B5 Members search matches a part of name and email in any case
  // spec: B2.10 The filters are text, role and status
  it.each<[object, string[]]>([
    [{ search: 'PAT' }, ['Pat 100%']],
    [{ search: 'am st' }, ['Sam Staff']],
    [{ search: '@clinic-', role: 'patient' }, ['Pat 100%', 'Ünal Öz']],
    [{ search: '0%' }, ['Pat 100%']],
    [{ search: '%' }, ['Pat 100%']],
    [{ search: 't_one' }, ['Pat 100%']],
    [{ search: 'p_t' }, []],
    [{ search: '\\' }, []],
    [{ search: 'ünal ö' }, ['Ünal Öz']],
    // one and two letters, which have their own index
    [{ search: 'Öz' }, ['Ünal Öz']],
    [{ search: 'Z' }, ['Ünal Öz']],
    [{ search: 'zö' }, []],
    // any order
    [{ search: 'öz una' }, ['Ünal Öz']],
    [{ search: 'özunal' }, []],
    [{ role: 'staff' }, ['Sam Staff']],
    [{ role: 'patient', status: 'active' }, ['Pat 100%', 'Ünal Öz']],
    [{ tab: 'pending' }, ['Dee Active']],
    [{ tab: 'active', role: 'patient' }, ['Pat 100%', 'Ünal Öz']],
    [{ tab: 'active', search: 'active' }, []],
    [{ role: 'staff', search: 'nobody' }, []],
  ])('%j lists %j', async (filter, listed) => {
    const page = await list(filter)
    expect(names(page).sort()).toEqual([...listed].sort())
    expect([page.total, page.previous, page.next]).toEqual([5, null, null])
  })

  it('never list another clinic’s members', async () => {
    const other = await aClinic(test.db)
    await aPatient(test.db, other, { name: 'Foreign Pat' })
    expect(names(await list({ search: 'pat' }))).toEqual(['Pat 100%'])
  })
})

describe('pages', () => {
  it('lead through all members and back, newest first, each once', async () => {
    await patients(60)
    const first = await list({ role: 'patient' })
    const second = await list({ role: 'patient', afterId: first.next })
    const third = await list({ role: 'patient', afterId: second.next })
    expect([first, second, third].map(({ members }) => members.length)).toEqual([25, 25, 10])
    const seen = [first, second, third].flatMap(names)
    expect(seen).toEqual(Array.from({ length: 60 }, (_, n) => `Patient ${String(60 - n).padStart(2, '0')}`))
    expect([first.previous, third.next]).toEqual([null, null])
    expect(await list({ role: 'patient', beforeId: third.previous })).toEqual(second)
    expect(await list({ role: 'patient', beforeId: second.previous })).toEqual(first)
  })

  it('list members who join in the same instant once each', async () => {
    await patients(30)
    await test.db.asOwner(`update clinic_memberships set created_at = '2026-03-01' where clinic_id = $1`, [
      clinic.id,
    ])
    const first = await list({})
    const second = await list({ afterId: first.next })
    expect(new Set([...first.members, ...second.members].map(({ id }) => id)).size).toBe(31)
  })

  it('beyond the last one, and around another clinic’s member, are the first page', async () => {
    await patients(30)
    const first = await list({ role: 'patient' })
    const last = await list({ role: 'patient', afterId: first.next })
    const oldest = last.members.at(-1)?.id
    expect(await list({ role: 'patient', afterId: oldest })).toEqual(first)
    expect(await list({ role: 'patient', beforeId: first.members[0]?.id })).toEqual(first)
    expect(await list({ role: 'patient', afterId: crypto.randomUUID() })).toEqual(first)
  })
})

describe('the listed patients are audited', () => {
  it('per page', async () => {
    const patient = await aPatient(test.db, clinic)
    await list()
    expect(await reads()).toEqual([
      {
        patient_ids: [patient.patientId],
        details: { tables: ['patients', 'patient_details'] },
        purpose: 'members',
      },
    ])
  })

  it('also a search without a match', async () => {
    await list({ search: 'nobody' })
    expect(await reads()).toMatchObject([{ patient_ids: [], details: { counted: 0 } }])
  })
})

it('is for the team, read-only members included, with the second step where it is required', async () => {
  const viewer = await aStaffMember(test.db, clinic, { isReadOnly: true })
  expect((await list({}, viewer.caller())).total).toBe(2)
  const patient = await aPatient(test.db, clinic)
  await expect(list({}, patient.caller())).rejects.toMatchObject({ code: 'not_allowed' })
  await test.db.asOwner('update clinic_security set requires_mfa = true where clinic_id = $1', [clinic.id])
  await expect(list()).rejects.toMatchObject({ code: 'second_step_required' })
})
