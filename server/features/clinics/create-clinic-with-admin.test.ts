import { expect, it } from 'vitest'
import type { RequestedClinic } from '#domain/clinics/clinics.ts'
import { reservedSubdomains } from '#domain/clinics/reserved-subdomains.ts'
import type { Caller } from '#server/platform/database/transactions.ts'
import { exhaustLimit } from '#testing/database/rate-limits.ts'
import { setUpServices } from '#testing/set-up.ts'
import { aClinic, aSignedInPerson } from '#testing/sign-in/people.ts'
import { createClinicWithAdmin } from './create-clinic-with-admin.ts'

const test = await setUpServices()

const aName = () => `clinic-${crypto.randomUUID().slice(0, 8)}`

async function create(caller: Caller, body: object): Promise<RequestedClinic> {
  const from = { ...caller, address: crypto.randomUUID() }
  const answer = await createClinicWithAdmin.call(test.services, from, { name: 'Sunrise Clinic', ...body })
  return (answer as { clinic: RequestedClinic }).clinic
}

function clinicsCalled(subdomain: string) {
  return test.db.asOwner<{ id: string; name: string }>('select id, name from clinics where subdomain = $1', [
    subdomain,
  ])
}

// spec: A7 create-clinic-with-admin opens the clinic with the caller as owner
it('opens the clinic with the caller as its owner, and is audited', async () => {
  const person = await aSignedInPerson(test.db)
  const subdomain = aName()
  const clinic = await create(person.caller(), { name: '  Sunrise Family Clinic ', subdomain })

  expect(clinic).toEqual({ id: expect.any(String), name: 'Sunrise Family Clinic', subdomain })
  expect(
    await test.db.asOwner(
      `select user_id, role, status, is_owner, accepted_at is not null as accepted from clinic_memberships where clinic_id = $1`,
      [clinic.id],
    ),
  ).toEqual([{ user_id: person.userId, role: 'admin', status: 'active', is_owner: true, accepted: true }])
  expect(
    await test.db.asOwner('select action, actor_id, subject_id from app.audit_log where clinic_id = $1', [
      clinic.id,
    ]),
  ).toEqual([{ action: 'clinic.created', actor_id: person.userId, subject_id: clinic.id }])
  const actor = await test.services.transactions.withActor(person.caller(subdomain), async (_tx, who) => who)
  expect(actor).toMatchObject({ role: 'admin', clinicId: clinic.id })
})

it.each([
  ['Europe/Berlin', 'Europe/Berlin'],
  [undefined, 'America/New_York'],
  ['Mars/Olympus', 'America/New_York'],
  ['EST5EDT; drop table', 'America/New_York'],
  [17, 'America/New_York'],
])('the clinic takes the browser’s zone: %s gives %s', async (timeZone, expected) => {
  const person = await aSignedInPerson(test.db)
  const { id } = await create(person.caller(), { subdomain: aName(), timeZone })
  expect(await test.db.asOwner('select time_zone from clinics where id = $1', [id])).toEqual([
    { time_zone: expected },
  ])
})

it('ignores a user id in the body', async () => {
  const person = await aSignedInPerson(test.db)
  const victim = await aSignedInPerson(test.db)
  const clinic = await create(person.caller(), { subdomain: aName(), userId: victim.userId })
  const members = await test.db.asOwner('select user_id from clinic_memberships where clinic_id = $1', [
    clinic.id,
  ])
  expect(members).toEqual([{ user_id: person.userId }])
})

it('refuses an account with an unconfirmed address', async () => {
  const person = await aSignedInPerson(test.db, { confirmed: false })
  const subdomain = aName()
  await expect(create(person.caller(), { subdomain })).rejects.toMatchObject({
    code: 'email_not_confirmed',
  })
  expect(await clinicsCalled(subdomain)).toEqual([])
})

it('refuses a taken name and changes nothing', async () => {
  const { subdomain } = await aClinic(test.db)
  const person = await aSignedInPerson(test.db)
  await expect(create(person.caller(), { subdomain })).rejects.toMatchObject({ code: 'subdomain_taken' })
  await expect(create(person.caller(), { subdomain: subdomain.toUpperCase() })).rejects.toMatchObject({
    code: 'subdomain_taken',
  })
  expect(
    await test.db.asOwner('select id from clinic_memberships where user_id = $1', [person.userId]),
  ).toEqual([])
})

it.each([
  'ab',
  'a'.repeat(64),
  '-abc',
  'abc-',
  'a_b_c',
  'a.b.c',
  'xn--abc',
  'ab--cd',
  '12345',
  'clínica',
  'a b',
])('refuses %s as a name', async (subdomain) => {
  const person = await aSignedInPerson(test.db)
  await expect(create(person.caller(), { subdomain })).rejects.toMatchObject({
    code: 'invalid_input',
    fields: [{ path: 'subdomain' }],
  })
})

it.each([...reservedSubdomains].filter((name) => name.length >= 3))(
  'refuses the reserved name %s',
  async (subdomain) => {
    const person = await aSignedInPerson(test.db)
    await expect(create(person.caller(), { subdomain })).rejects.toMatchObject({
      code: 'subdomain_reserved',
    })
  },
)

it('reserves a name for 180 days after it was released', async () => {
  const former = await aClinic(test.db)
  const subdomain = aName()
  const released = (days: number) =>
    test.db.asOwner(
      `insert into released_subdomains (subdomain, clinic_id, released_at) values ($1, $2, $3)
       on conflict (clinic_id, subdomain) do update set released_at = excluded.released_at`,
      [subdomain, former.id, new Date(test.clock.now().getTime() - days * 86_400_000)],
    )
  const person = await aSignedInPerson(test.db)
  await released(179)
  await expect(create(person.caller(), { subdomain })).rejects.toMatchObject({ code: 'subdomain_taken' })
  await released(181)
  expect((await create(person.caller(), { subdomain })).subdomain).toBe(subdomain)
})

it('gives a name to one of two simultaneous callers, in 20 rounds', async () => {
  for (let round = 0; round < 20; round++) {
    const subdomain = aName()
    const people = [await aSignedInPerson(test.db), await aSignedInPerson(test.db)]
    const outcomes = await Promise.allSettled(people.map((person) => create(person.caller(), { subdomain })))
    const refusals = outcomes.filter((outcome) => outcome.status === 'rejected')
    expect(refusals).toMatchObject([{ reason: { code: 'subdomain_taken', status: 409 } }])
    expect(await clinicsCalled(subdomain)).toHaveLength(1)
  }
})

it('is limited by person', async () => {
  const person = await aSignedInPerson(test.db)
  await exhaustLimit(test.db, 'create-clinic', person.userId)
  await expect(create(person.caller(), { subdomain: aName() })).rejects.toMatchObject({
    code: 'rate_limited',
  })
})
