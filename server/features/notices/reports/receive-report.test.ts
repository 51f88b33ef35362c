import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { addRecord } from '#server/clinic/patients.ts'
import { sampleReports } from '#server/development/sample-reports.ts'
import type { Logger } from '#server/platform/log.ts'
import { anAppointment } from '#testing/appointments.ts'
import { broadcastStage } from '#testing/broadcast-stage.ts'
import { setDatabaseClock } from '#testing/guardians.ts'
import { aClinic } from '#testing/sign-in/people.ts'
import { receiveReport } from './receive-report.ts'

const stage = broadcastStage()
const secret = 's'.repeat(32)

const logged: unknown[] = []
const log = { ...console, warn: noted, info: noted } as unknown as Logger
function noted(...line: unknown[]): void {
  logged.push(line)
}

const post = (body: string, authorization = `Bearer ${secret}`) =>
  receiveReport(
    { ...stage.test.services, log },
    secret,
  )(
    new Request('https://carefold.example/hooks/mail', {
      method: 'POST',
      body,
      headers: authorization ? { authorization } : {},
    }),
  )

const lastMailTo = async (to: string) => {
  const [mail] = await stage.test.db.asOwner<{ id: string; to: string }>(
    'select id, to_address as "to" from app.mails where to_address = $1 order by queued_at desc limit 1',
    [to],
  )
  if (!mail) throw new Error('no mail was sent')
  return mail
}
async function aSent(changes: object = {}) {
  await stage.send(changes)
  await stage.test.services.jobs.drain()
  return lastMailTo(stage.nora.email)
}
const markOf = async (id: string) =>
  (
    await stage.test.db.asOwner<{ report: string | null }>('select report from app.mails where id = $1', [id])
  )[0]?.report
const consents = () =>
  stage.test.db.asOwner('select purpose, is_given, channel from consents where patient_id = $1', [
    stage.nora.patientId,
  ])
const prove = () =>
  stage.test.services.transactions.withSystem('test', (tx) =>
    sql`select app.forget_reports(${stage.nora.email})`.execute(tx),
  )

it.each(['', 'Bearer', `Bearer ${'t'.repeat(32)}`, secret, `Bearer ${secret}s`])(
  'refuses %j, and changes nothing',
  async (authorization) => {
    const mail = await aSent()
    expect((await post(sampleReports.no_address(mail), authorization)).status).toBe(401)
    expect(await markOf(mail.id)).toBeNull()
  },
)

it('counts an address that does not exist, once, and mails it no more until it is proven', async () => {
  const mail = await aSent()
  for (const _ of [1, 2]) expect((await post(sampleReports.no_address(mail))).status).toBe(204)
  expect(await stage.listed()).toMatchObject([{ sent: 1, bounced: 1, gone: 1, complaints: 0 }])
  expect(await stage.preview()).toMatchObject({ count: 0, withheld: { address_gone: 1 } })
  await stage.send({ channel: 'portal', subject: '' })
  await stage.test.services.jobs.drain()
  expect((await lastMailTo(stage.nora.email)).id).toBe(mail.id)
  expect(
    await stage.test.db.asOwner(
      `select outcome from app.notices where clinic_id = $1 and kind = 'patient_message'`,
      [stage.clinic.id],
    ),
  ).toEqual([{ outcome: 'address gone' }])
  await prove()
  expect((await stage.preview()).count).toBe(1)
})

it('a report that arrives while a message to many waits stops its mail', async () => {
  const mail = await aSent()
  stage.test.clock.advance('PT11H')
  await stage.send()
  await stage.test.services.jobs.drain()
  await post(sampleReports.no_address(mail))
  stage.test.clock.advance('PT10H')
  await stage.deliver()
  expect(await stage.listed()).toMatchObject([{ sent: 0, withheld: { address_gone: 1 } }, { sent: 1 }])
})

it('finds the mail of a recipient although its batch began earlier', async () => {
  const mail = await aSent()
  await stage.test.db.asOwner(
    `update app.mails set queued_at = queued_at + interval '3 seconds' where id = $1`,
    [mail.id],
  )
  await post(sampleReports.no_address(mail))
  expect(await stage.listed()).toMatchObject([{ sent: 1, bounced: 1, gone: 1 }])
})

it('another failure is counted, and the address is mailed again', async () => {
  const mail = await aSent()
  await post(sampleReports.no_address(mail).replace('5.1.1', '5.2.2'))
  expect(await stage.listed()).toMatchObject([{ sent: 1, bounced: 1, gone: 0 }])
  expect((await stage.preview()).count).toBe(1)
})

it.each([
  ['marketing', 'marketing'],
  ['care', 'email'],
] as const)('a complaint about %s ends that consent, once', async (purpose, consent) => {
  await stage.setPreference(stage.nora, 'marketing_communications', true)
  const mail = await aSent({ purpose })
  for (const _ of [1, 2]) await post(sampleReports.complaint(mail))
  expect(await consents()).toEqual([{ purpose: consent, is_given: false, channel: 'complaint' }])
  expect(await stage.listed()).toMatchObject([{ bounced: 0, complaints: 1, unsubscribed: 1 }])
  expect((await stage.preview({ purpose })).withheld).toEqual({ no_consent: 1 })
})

it('a complaint about a notice ends the consent to emails', async () => {
  await stage.send({ channel: 'portal', subject: '' })
  await stage.test.services.jobs.drain()
  await post(sampleReports.complaint(await lastMailTo(stage.nora.email)))
  expect(await consents()).toEqual([{ purpose: 'email', is_given: false, channel: 'complaint' }])
})

it('an address that the clinic entered: the desk calls after a failure, and a complaint stops the mails', async () => {
  const { test, clinic } = stage
  await setDatabaseClock(test.db, test.clock.now())
  for (const kind of ['no_address', 'complaint'] as const) {
    const email = `walter-${crypto.randomUUID()}@example.test`
    const patient = await test.services.transactions.withSystem('test', (tx) =>
      addRecord(tx, { clinicId: clinic.id, name: 'Walter Brook', email, now: test.clock.now() }),
    )
    await anAppointment(test.db, clinic, patient)
    await test.services.jobs.drain()
    await post(sampleReports[kind](await lastMailTo(email)))
    await anAppointment(test.db, clinic, patient, { time: '13:00' })
    await test.services.jobs.drain()
    expect(
      await test.db.asOwner(
        `select n.outcome from app.notices n join appointment_changes c on c.id::text = n.subject_id
          where n.kind = 'visit_patient' and c.patient_id = $1 order by n.noticed_at, n.outcome desc`,
        [patient.patientId],
      ),
    ).toEqual([{ outcome: 'mailed' }, { outcome: 'call' }])
  }
})

it('affects no other clinic of the same address', async () => {
  await post(sampleReports.no_address(await aSent()))
  const isGone = async ({ id }: { id: string }) =>
    stage.test.db.asOwner('select app.is_address_gone($1, $2) as gone', [id, stage.nora.email])
  expect(await isGone(stage.clinic)).toEqual([{ gone: true }])
  expect(await isGone(await aClinic(stage.test.db))).toEqual([{ gone: false }])
})

it('holds back other notices too', async () => {
  const { test, clinic, nora } = stage
  const mail = await aSent()
  await post(sampleReports.no_address(mail))
  await test.services.transactions.withSystem('test', (tx) =>
    sql`select app.write_notice(m.clinic_id, 'patient_joined', m.id::text, m.id::text, ${test.clock.now()})
          from public.clinic_memberships m where m.clinic_id = ${clinic.id} and m.user_id = ${nora.userId}`.execute(
      tx,
    ),
  )
  await test.services.jobs.drain()
  expect((await lastMailTo(nora.email)).id).toBe(mail.id)
  expect(
    await test.db.asOwner(
      `select outcome from app.notices where clinic_id = $1 and kind = 'patient_joined'`,
      [clinic.id],
    ),
  ).toEqual([{ outcome: 'address gone' }])
})

it('logs no address, and answers the same for unknown mails and other messages', async () => {
  logged.length = 0
  const mail = await aSent()
  const unknown = sampleReports.no_address({ id: crypto.randomUUID(), to: mail.to })
  for (const body of [unknown, 'Hello', '', sampleReports.no_address(mail)])
    expect((await post(body)).status).toBe(204)
  expect(logged).toHaveLength(4)
  expect(JSON.stringify(logged)).not.toContain(mail.to)
  expect(JSON.stringify(logged)).not.toContain(mail.id)
})
