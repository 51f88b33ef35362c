// No request to the data API distinguishes "exists in the other clinic" from "does not exist" (docs/threats.md T2): status,
// headers and body are compared exactly.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ActorName } from '#db/tests/tenant-escape/expectations.ts'
import { anAppointment } from '#testing/appointments.ts'
import { aGuestAddress } from '#testing/invitations.ts'
import { anInvitation } from '#testing/sign-in/people.ts'
import { embedOracles, insertOracles, type Oracle, readOracles, writeOracles } from './oracles.ts'
import { openScenes } from './scene.ts'

/** By table: the key of a row of clinic 2, of a row of another patient of clinic 1, and unused keys. */
const keys = new Map<string, { foreign: string; neighbor: string; unknown: string }>()

/** Close to a real key, so that ordering or comparison cannot distinguish them either. */
const besides = (key: string) => key.slice(0, -1) + (key.endsWith('0') ? '1' : '0')

const opened = await openScenes()
const test = opened.test
afterAll(() => test.close())
const scene = await opened.next()
const { plant, world } = scene
const { one, two } = world.clinics
const [near, far] = [world.owners.otherPatient.patientId, world.owners.foreignPatient.patientId]
const put = (table: string, foreign: string, neighbor: string) => {
  keys.set(table, { foreign, neighbor, unknown: besides(foreign) })
}
put('patients', far, near)
put('clinic_memberships', two.admin.membershipId, world.owners.otherPatient.membershipId)
put(
  'invitations',
  (await anInvitation(test.db, two, { email: aGuestAddress() })).id,
  (await anInvitation(test.db, one, { email: aGuestAddress() })).id,
)
put('plans', (await plant.plan(two.id)).planId, (await plant.plan(one.id)).planId)
put('plan_prices', (await plant.plan(two.id)).priceId, (await plant.plan(one.id)).priceId)
put('subscriptions', await plant.subscription(two.id, far), await plant.subscription(one.id, near))
put('invoices', await plant.invoice(two.id, far), await plant.invoice(one.id, near))
put(
  'appointments',
  (await anAppointment(test.db, two, { patientId: far })).id,
  (await anAppointment(test.db, one, { patientId: near })).id,
)

async function answerTo(oracle: Oracle, actor: ActorName, id: string, name = id) {
  const person = scene.world.people[actor]
  const { path, ...options } = oracle.ask(id)
  const { status, headers, text } = await test.ask(path, {
    ...options,
    token: person ? await test.tokenOf(person) : null,
    clinic: scene.world.clinics.one,
  })
  const withoutId = (words: string) => words.replaceAll(name, '(id)')
  return {
    status,
    headers: [...headers]
      .filter(([header]) => !['x-request-id', 'x-now'].includes(header))
      .map(([header, value]) => `${header}: ${withoutId(value)}`)
      .sort(),
    text: withoutId(text),
  }
}

async function expectSameAsUnknown(oracle: Oracle, table: string): Promise<void> {
  const { foreign, unknown } = keys.get(table) ?? { foreign: '', unknown: '' }
  const found = await answerTo(oracle, 'admin', foreign)
  expect(found).toEqual(await answerTo(oracle, 'admin', unknown))
  expect(found.status).toBeLessThan(500)
}

const clinicTables = [
  'patients',
  'clinic_memberships',
  'invitations',
  'plans',
  'plan_prices',
  'subscriptions',
  'invoices',
  'appointments',
]

const acrossClinics: [table: string, Oracle][] = clinicTables.flatMap((table) =>
  [...readOracles(table, 'id'), ...embedOracles(table, 'id')].map((oracle): [string, Oracle] => [
    table,
    oracle,
  ]),
)

describe('a row of another clinic does not exist for an admin', () => {
  it.each(acrossClinics.map(([table, oracle]) => ({ name: oracle.name, table, oracle })))(
    '$name',
    ({ table, oracle }) => expectSameAsUnknown(oracle, table),
  )
})

describe('a write to a row of another clinic finds nothing for an admin', () => {
  const writes: [string, Oracle][] = [
    ...writeOracles('clinic_memberships', 'id', { status: 'invited' }).map((oracle): [string, Oracle] => [
      'clinic_memberships',
      oracle,
    ]),
    ...writeOracles('appointments', 'id', { notes: 'moved' }).map((oracle): [string, Oracle] => [
      'appointments',
      oracle,
    ]),
  ]
  it.each(writes.map(([table, oracle]) => ({ name: oracle.name, table, oracle })))(
    '$name',
    ({ table, oracle }) => expectSameAsUnknown(oracle, table),
  )
})

describe('a new row does not collide with one of another clinic', () => {
  const day = { type: 'checkup', date: '2030-01-15', time: '09:00', duration_minutes: 30 }
  const one = () => scene.world.clinics.one.id
  const two = () => scene.world.clinics.two.id
  const inserts: { name: string; oracle: Oracle; found: () => string; none: () => string }[] = [
    ...insertOracles('appointments', (id) => ({ clinic_id: one(), patient_id: id, ...day })).map(
      (oracle) => ({
        name: `${oracle.name}, for their patient, written into this clinic`,
        oracle,
        found: () => keys.get('patients')?.foreign ?? '',
        none: () => keys.get('patients')?.unknown ?? '',
      }),
    ),
    ...insertOracles('appointments', (id) => ({ clinic_id: two(), patient_id: id, ...day })).map(
      (oracle) => ({
        name: `${oracle.name}, for their patient, written into that clinic`,
        oracle,
        found: () => keys.get('patients')?.foreign ?? '',
        none: () => keys.get('patients')?.unknown ?? '',
      }),
    ),
    ...insertOracles('appointments', (id) => ({
      id,
      ...day,
      patient_id: scene.world.owners.patient.patientId,
    })).map((oracle) => ({
      name: `${oracle.name}, under the id of theirs`,
      oracle,
      found: () => keys.get('appointments')?.foreign ?? '',
      none: () => keys.get('appointments')?.unknown ?? '',
    })),
    ...insertOracles('clinic_memberships', (id) => ({
      clinic_id: two(),
      user_id: id,
      role: 'member',
      status: 'active',
    })).map((oracle) => ({
      name: `${oracle.name}, of their member`,
      oracle,
      found: () => scene.world.owners.foreignPatient.userId,
      none: () => crypto.randomUUID(),
    })),
    ...insertOracles('clinic_memberships', (id) => ({
      id,
      clinic_id: one(),
      user_id: scene.world.people.admin?.userId,
      role: 'member',
      status: 'active',
    })).map((oracle) => ({
      name: `${oracle.name}, under the id of theirs`,
      oracle,
      found: () => keys.get('clinic_memberships')?.foreign ?? '',
      none: () => keys.get('clinic_memberships')?.unknown ?? '',
    })),
  ]
  it.each(inserts)('$name', async ({ oracle, found, none }) => {
    const there = await answerTo(oracle, 'admin', found())
    expect(there).toEqual(await answerTo(oracle, 'admin', none()))
    expect(there.status).toBeGreaterThanOrEqual(400)
    expect(there.status).toBeLessThan(500)
  })
})

describe('a row of another patient of the same clinic does not exist for a patient', () => {
  const personal = ['patients', 'clinic_memberships', 'subscriptions', 'invoices', 'appointments']
  const questions = personal.flatMap((table) =>
    readOracles(table, 'id').map((oracle) => ({ name: oracle.name, table, oracle })),
  )
  it.each(questions)('$name', async ({ table, oracle }) => {
    const { neighbor } = keys.get(table) ?? { neighbor: '' }
    const found = await answerTo(oracle, 'patient', neighbor)
    expect(found).toEqual(await answerTo(oracle, 'patient', besides(neighbor)))
  })
})

describe('values of other clinics’ rows', () => {
  const names: [string, (name: string) => string][] = [
    ['a filter', (name) => `/rest/v1/patients?full_name=eq.${name}&select=id`],
    ['a pattern', (name) => `/rest/v1/patients?full_name=ilike.${name}*&select=id`],
    ['a regular expression', (name) => `/rest/v1/patients?full_name=match.^${name}&select=id`],
    ['a text search', (name) => `/rest/v1/patients?full_name=plfts.${name}&select=id`],
    ['an address', (name) => `/rest/v1/patients?email=eq.${name}@rare.example&select=id`],
    ['an aggregate', (name) => `/rest/v1/clinics?select=id,patients(count)&patients.full_name=eq.${name}`],
    ['an order by it', (name) => `/rest/v1/patients?full_name=gte.${name}&order=full_name&select=full_name`],
  ]

  it.each(
    names.flatMap(([name, path]) =>
      ['none', 'exact', 'planned', 'estimated'].map((count) => ({ name, path, count })),
    ),
  )('are not found by $name, count=$count, however many there are', async ({ path, count }) => {
    const ask = async (name: string) => {
      const person = scene.world.people.admin
      const { status, headers, text } = await test.ask(path(name), {
        token: person ? await test.tokenOf(person) : null,
        clinic: scene.world.clinics.one,
        ...(count !== 'none' && { headers: { Prefer: `count=${count}` } }),
      })
      return { status, range: headers.get('content-range'), text }
    }
    expect(await ask('Zebulon')).toEqual(await ask('Zebulom'))
  })

  beforeAll(async () => {
    await test.db.asOwner(
      `insert into patients (clinic_id, full_name, email)
       select $1, 'Zebulon', 'zebulon@rare.example' from generate_series(1, 400)`,
      [scene.world.clinics.two.id],
    )
    await test.db.asOwner('analyze patients')
  })
})
