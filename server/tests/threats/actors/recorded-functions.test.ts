// A call of the team about a patient leaves a row in the audit trail that names the patient (docs/threats.md T92): a record
// of the read, or the row of the act.
import { afterAll, describe, expect, it } from 'vitest'
import { type ActorName, groups } from '#db/tests/tenant-escape/expectations.ts'
import { actions } from '#server/features.ts'
import { aFreeDay, anAppointment, aVisitForm } from '#testing/appointments.ts'
import { bornYearsAgo } from '#testing/guardians.ts'
import { aRecord } from '#testing/patient-merges.ts'
import { openScenes, type Scene } from '../scene.ts'
import { callersOf } from './function-expectations.ts'
import { functionInputs, sampleCalls } from './function-inputs.ts'
import { inputFields } from './input-fields.ts'

const { test, current } = await openScenes()
const aboutPatients = await test.db.asOwner<{ name: string }>(
  `select c.oid::regclass::text as name from pg_class c
     join pg_attribute p on p.attrelid = c.oid and p.attname = 'patient_id'
     join pg_attribute i on i.attrelid = c.oid and i.attname = 'id'
    where c.relkind in ('r', 'p') and c.relnamespace in ('public'::regnamespace, 'app'::regnamespace)`,
)
/** The tables of `public` and `app` whose rows are about a patient. */
const tables = [
  { name: 'patients', column: 'id' },
  ...aboutPatients.map(({ name }) => ({ name, column: 'patient_id' })),
]
afterAll(() => test.close())

const patientKeys = ['patientId', 'patientIds', 'intoId', 'fromId', 'otherId']
const takesPatient = (action: (typeof actions)[number]) =>
  inputFields(action).some(({ path }) => path.some((key) => patientKeys.includes(key)))

const assignCharge = 'assign-charge'

/** Of the team; undefined where only others may call it. */
function callerOf(name: string): ActorName | undefined {
  const team: readonly ActorName[] = groups.team
  return callersOf(name).find((actor) => team.includes(actor))
}

async function patientsIn(input: object): Promise<string[]> {
  const texts = JSON.stringify(input).match(/(?<=")[\w-]{16,}(?=")/g) ?? []
  const ofTables = tables.map(
    ({ name, column }) =>
      `select ${column} as id from ${name} where id::text = any ($1) and ${column} is not null`,
  )
  const rows = await test.db.asOwner<{ id: string }>(ofTables.join(' union '), [texts])
  return rows.map(({ id }) => id)
}

async function call(name: string, actor: ActorName, scene: Scene) {
  const input = await functionInputs[name]?.(scene, actor)
  const ids = await sampleCalls[name]?.ids?.(scene, actor)
  // its sample names none: the charge is planted, and Stripe is called about it
  const patient = name === assignCharge && { patientId: await aRecord(test.db, scene.world.clinics.one) }
  return send(name, actor, scene, { ...input, ...ids, ...patient })
}

/** @returns the patients in the input, and those of them that no row of the trail names */
async function send(name: string, actor: ActorName, scene: Scene, input: object) {
  const patients = await patientsIn(input)
  const person = scene.world.people[actor]
  const { status, text, headers } = await test.ask(`/functions/v1/${name}`, {
    method: 'POST',
    body: input,
    token: person ? await test.tokenOf(person) : null,
    clinic: scene.world.clinics.one,
  })
  const rows = await test.db.asOwner<{ patient_ids: string[] | null; subject_id: string | null }>(
    'select patient_ids, subject_id from app.audit_log where request_id = $1',
    [headers.get('x-request-id')],
  )
  const named = new Set(rows.flatMap(({ patient_ids, subject_id }) => [...(patient_ids ?? []), subject_id]))
  return { status, text, patients, unnamed: patients.filter((id) => !named.has(id)) }
}

describe.each(actions.filter(takesPatient).map(({ name }) => name))('%s, which takes a patient', (name) => {
  it('names them in the audit trail', async () => {
    const actor = callerOf(name)
    if (!actor) throw new Error(`nobody of the team may call ${name}`)
    const { status, text, patients, unnamed } = await call(name, actor, await current())
    expect(unnamed).toEqual([])
    expect(patients).not.toEqual([])
    if (name !== assignCharge) expect(status, text).toBe(200)
  })
})

// a signed address shows nothing: each use of it is recorded (server/features/files/download.ts)
const recordedLater = 'file-links'
const others = actions.filter(
  (action) => !takesPatient(action) && callerOf(action.name) && action.name !== recordedLater,
)
it.each(others.map(({ name }) => name))('%s names the patients that its ids are about', async (name) => {
  const { unnamed } = await call(name, callerOf(name) as ActorName, await current())
  expect(unnamed).toEqual([])
})

describe('a refusal that says something about a patient', () => {
  const names = async (name: string, input: object, scene: Scene) => {
    const { status, text, patients, unnamed } = await send(name, 'staff', scene, input)
    expect([status, patients.length > 0], text).toEqual([409, true])
    expect(unnamed).toEqual([])
  }
  const aTakenTime = async (scene: Scene) => {
    const { test, world } = scene
    const date = aFreeDay()
    await anAppointment(test.db, world.clinics.one, world.owners.patient, { date, time: '09:00' })
    return { ...aVisitForm(), date, patientId: world.owners.patient.patientId }
  }

  it('of a visit at a time when they have another names them', async () => {
    const scene = await current()
    await names('schedule-appointment', await aTakenTime(scene), scene)
  })

  it('of a visit that is moved to such a time names them', async () => {
    const scene = await current()
    const { test, world } = scene
    const { patientId: _patientId, ...taken } = await aTakenTime(scene)
    const visit = await anAppointment(test.db, world.clinics.one, world.owners.patient, { date: aFreeDay() })
    await names('reschedule-appointment', { ...taken, appointmentId: visit.id, version: 1 }, scene)
  })

  it('of a guardian for someone of age names them', async () => {
    const scene = await current()
    const valid = await functionInputs['add-guardian']?.(scene, 'staff')
    await names('add-guardian', { ...valid, bornOn: bornYearsAgo(30) }, scene)
  })

  it('leaves no row for another clinic’s patient', async () => {
    const scene = await current()
    const [foreign] = await test.db.asOwner<{ id: string }>('select id from patients where clinic_id = $1', [
      scene.world.clinics.two.id,
    ])
    const taken = { ...(await aTakenTime(scene)), patientId: foreign?.id }
    const { unnamed, patients } = await send('schedule-appointment', 'staff', scene, taken)
    expect(unnamed).toEqual(patients)
  })
})
