import { expect, it } from 'vitest'
import { webhookKinds } from '#domain/webhooks/kinds.ts'
import { anAppointment, aProvider } from '#testing/appointments.ts'
import { aThread } from '#testing/messages.ts'
import { aClinic, aPatient, aStaffMember } from '#testing/sign-in/people.ts'
import { webhookStage } from '#testing/webhooks/webhook-stage.ts'
import { collectWebhooks } from './collect-webhooks.ts'

// also on Postgres: TEST_DATABASE_URL
const stage = webhookStage()
const allTopics = ['person', 'plan', 'payment', 'visit', 'message'] as const

const collect = () => collectWebhooks(stage.test.services).run({})
const kinds = async (id: string) => (await stage.deliveries(id)).map(({ kind }) => kind)

/** A row of the trail, as the action writes it. */
const record = (action: string, type: string, id: string, details: object = {}, patients: string[] = []) =>
  stage.test.db.asOwner(`select app.write_audit($1, $2, $3, $4::jsonb, $5, $6::uuid[], null)`, [
    action,
    type,
    id,
    JSON.stringify(details),
    stage.clinic.id,
    patients,
  ])

it('sends a booked visit with ids, kind and time alone, once', async () => {
  const { id, secret } = await stage.add(['visit'])
  const visit = await anAppointment(stage.test.db, stage.clinic, stage.nora)
  await stage.minute()
  await stage.minute()
  expect(stage.receiver.requests).toHaveLength(1)
  expect(stage.isSigned(0, secret)).toBe(true)
  const [{ body = '', headers = {} } = {}] = stage.receiver.requests
  expect(JSON.parse(body)).toEqual({
    type: 'visit.booked',
    timestamp: expect.stringMatching(/^2026-03-10T1[45]:/),
    data: { clinicId: stage.clinic.id, patientId: stage.nora.patientId, visitId: visit.id },
  })
  expect(headers['webhook-id']).toMatch(/^evt_[0-9a-f-]{36}$/)
  expect(await kinds(id)).toEqual(['visit.booked'])
})

it('sends each endpoint the topics that it chose', async () => {
  const visits = await stage.add(['visit'])
  const messages = await stage.add(['message'], `${stage.receiver.url}/messages`)
  await anAppointment(stage.test.db, stage.clinic, stage.nora)
  await aThread(stage.test.db, stage.clinic, {
    patient: stage.nora,
    messages: [
      { from: 'patient', body: 'My knee hurts' },
      { from: 'clinic', body: 'Come at ten' },
    ],
  })
  await stage.minute()
  expect(await kinds(visits.id)).toEqual(['visit.booked'])
  expect((await kinds(messages.id)).sort()).toEqual(['message.received', 'message.sent'])
  expect(JSON.stringify(stage.receiver.requests)).not.toMatch(/knee|ten"|Nora|Lind/)
})

it('finds the patient of an event about a membership, a profile or a plan, and skips the team', async () => {
  const { id } = await stage.add([...allTopics])
  const staff = await aStaffMember(stage.test.db, stage.clinic)
  const { userId, membershipId, patientId } = stage.nora
  await record('profile.changed', 'user', userId)
  await record('membership.left', 'membership', membershipId)
  await record('profile.changed', 'user', staff.userId)
  await record('membership.ended', 'membership', staff.membershipId, { role: 'staff' })
  await record('record.read', 'patient', patientId, {}, [patientId])
  await record('patient.merged', 'patient', patientId, { from: 'another' }, [patientId, crypto.randomUUID()])
  await collect()
  const found = (await stage.deliveries(id)).map(({ kind, data }) => [kind, data])
  expect(found).toEqual([
    ['person.changed', { patientId }],
    ['person.left', { patientId }],
    ['person.merged', { patientId, mergedPatientId: 'another' }],
  ])
})

it.each([
  [{ from: null, to: 'incomplete' }, null],
  [{ from: 'incomplete', to: 'active' }, 'plan.started'],
  [{ from: null, to: 'trialing' }, 'plan.started'],
  [{ from: 'trialing', to: 'active' }, 'plan.changed'],
  [{ from: 'active', to: 'past_due' }, 'plan.changed'],
  [{ from: 'incomplete', to: 'incomplete_expired' }, null],
  [{ from: 'active', to: 'canceled' }, 'plan.ended'],
])('reads %j of a plan as %s', async (details, kind) => {
  const [row] = await stage.test.db.asOwner(
    `select app.webhook_kind('subscription.status_changed', $1::jsonb) as kind`,
    [JSON.stringify(details)],
  )
  expect(row).toEqual({ kind })
})

it('knows each kind that is documented, and no other', async () => {
  const actions = await stage.test.db.asOwner<{ prosrc: string }>(
    `select coalesce(pg_get_function_sqlbody(oid), prosrc) as prosrc from pg_proc
      where proname in ('webhook_kind', 'collect_webhook_events') order by proname`,
  )
  const source = actions.map(({ prosrc }) => prosrc).join(' ')
  const written = [...source.matchAll(/'((?:person|plan|payment|message)\.[a-z_]+)'/g)].map(
    ([, kind]) => kind,
  )
  const visits = [...source.matchAll(/'appointment\.([a-z_]+)'/g)].map(([, fact]) => `visit.${fact}`)
  expect([...new Set([...written, ...visits])].sort()).toEqual(Object.values(webhookKinds).flat().sort())
})

it('sends payments and joins, which notices report', async () => {
  const { id } = await stage.add([...allTopics])
  const { clinic, nora, test } = stage
  const notice = (kind: string, subject: string) =>
    test.db.asOwner(
      `insert into app.notices (clinic_id, kind, key, subject_id, noticed_at) values ($1, $2, $3, $4, $5)`,
      [clinic.id, kind, `${kind}:${subject}`, subject, test.clock.now()],
    )
  await notice('patient_joined', nora.membershipId)
  await notice('visit_patient', crypto.randomUUID())
  // of no patient any more
  await notice('payment_failed', 'in_gone')
  await collect()
  expect((await stage.deliveries(id)).map(({ kind, data }) => [kind, data])).toEqual([
    ['person.joined', { patientId: nora.patientId }],
  ])
})

it('leaves events from before the endpoint, and of other clinics', async () => {
  await anAppointment(stage.test.db, stage.clinic, stage.nora)
  const { id } = await stage.add([...allTopics])
  const other = await aClinic(stage.test.db)
  const elsewhere = await stage.add([...allTopics], stage.receiver.url, other)
  await anAppointment(stage.test.db, other, await aPatient(stage.test.db, other))
  await stage.minute()
  expect(await kinds(id)).toEqual([])
  expect(await kinds(elsewhere.id)).toEqual(['visit.booked'])
})

it('finds an entry that was committed after younger ones were collected', async () => {
  const { id } = await stage.add(['visit'])
  await anAppointment(stage.test.db, stage.clinic, stage.nora)
  await collect()
  await collect()
  await stage.test.db.asOwner(
    `insert into app.audit_log (clinic_id, id, occurred_at, actor_kind, action, subject_type, subject_id, patient_ids, patient_count)
     select $1, floor((extract(epoch from at) - 1767225600) * 1000)::bigint * 8192 + 1, at, 'system', 'appointment.moved', 'appointment',
            gen_random_uuid()::text, array[$2::uuid], 1
       from (select reads_from + interval '1 microsecond' as at from webhook_endpoints where id = $3) e`,
    [stage.clinic.id, stage.nora.patientId, id],
  )
  await collect()
  expect((await kinds(id)).sort()).toEqual(['visit.booked', 'visit.moved'])
})

it('writes each event once, though two workers collect at the same time', async () => {
  const { id } = await stage.add(['visit'])
  for (let n = 0; n < 5; n++)
    await anAppointment(stage.test.db, stage.clinic, await aPatient(stage.test.db, stage.clinic))
  await Promise.all([collect(), collect(), collect()])
  expect(await kinds(id)).toHaveLength(5)
})

it('is queued by the change of a visit, only for a clinic with an enabled endpoint', async () => {
  const { id: providerId } = await aProvider(stage.test.db, stage.clinic)
  await anAppointment(stage.test.db, stage.clinic, stage.nora, { providerId })
  await stage.test.services.jobs.drain()
  expect(stage.received()).toEqual([])
  await stage.add(['visit'])
  await anAppointment(stage.test.db, stage.clinic, stage.nora, { providerId, date: '2100-02-03' })
  await stage.test.services.jobs.drain()
  expect(stage.received()).toEqual(['visit.booked'])
})
