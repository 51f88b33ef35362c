import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { sendDueTexts } from '#server/features/text-messages/send-text.ts'
import type { Tx } from '#server/platform/database/transactions.ts'
import type { SmsTransport } from '#server/platform/sms/sms.ts'
import { anAppointment } from '#testing/appointments.ts'
import { aChild, aGuardian, bornYearsAgo } from '#testing/guardians.ts'
import { setUpClinic } from '#testing/set-up.ts'
import { aPatient, type Patient } from '#testing/sign-in/people.ts'
import { remindOfVisits } from './remind-of-visits.ts'

const sent: { to: string; text: string }[] = []
const sms: SmsTransport = {
  kind: 'twilio',
  async send(message) {
    sent.push(message)
    return message.id
  },
  find: async () => null,
}

const start = '2026-03-10T15:00:00Z'
let patient: Patient
const { test, clinic } = await setUpClinic({ now: start, sms }, { timeZone: 'America/New_York' })
beforeEach(async () => {
  test.clock.setOffset(0)
  sent.length = 0
  patient = await aPatient(test.db, clinic)
})

/** A visit in two days in New York, booked long before. */
async function aVisit(whose: Pick<Patient, 'patientId'> = patient, time = '09:00'): Promise<string> {
  const day = new Date(test.clock.now().getTime() + 2 * 24 * 60 * 60 * 1000).toISOString().slice(0, 10)
  const { id } = await anAppointment(test.db, clinic, whose, { date: day, time })
  await test.db.asOwner(`set session_replication_role = 'replica'`)
  await test.db.asOwner(
    `update appointment_changes set changed_at = '2026-01-01' where appointment_id = $1`,
    [id],
  )
  await test.db.asOwner(`set session_replication_role = 'origin'`)
  return id
}
const run = () => remindOfVisits(test.services).run({})
const remindersOf = async () =>
  (
    await test.db.asOwner<{ key: string }>(
      `select key from app.notices where kind = 'patient_reminder' and subject_id = $1 order by noticed_at`,
      [patient.patientId],
    )
  ).map(({ key }) => key.split(':').at(-1))

// spec: B2.15 Reminders go a day and two hours before
it('reminds a day and two hours before, once each, even when repeated or run by two workers', async () => {
  await aVisit()
  for (let hour = 0; hour < 60; hour++) {
    await Promise.all([run(), run()])
    test.clock.advance('PT1H')
  }
  expect(await remindersOf()).toEqual(['24', '2'])
})

it.each([
  ['09:00', ['03-11 09:00', '03-12 08:00']],
  ['08:30', ['03-11 08:30', '03-12 08:00']],
  // the morning would be too late for the second one
  ['08:15', ['03-11 08:15', '03-11 20:00']],
  ['07:00', ['03-11 08:00', '03-11 20:00']],
  ['00:30', ['03-11 08:00', '03-11 20:00']],
  ['22:30', ['03-12 08:00', '03-12 20:30']],
  ['23:30', ['03-12 08:00', '03-12 20:00']],
])('of a visit at %s is sent by day, and before it: %j', async (time, at) => {
  await aVisit(patient, time)
  for (let quarter = 0; quarter < 64 * 4; quarter++) {
    await run()
    test.clock.advance('PT15M')
  }
  const sent = await test.db.asOwner<{ at: string }>(
    `select to_char(noticed_at at time zone 'America/New_York', 'MM-DD HH24:MI') as at from app.notices
      where kind = 'patient_reminder' and subject_id = $1 order by noticed_at`,
    [patient.patientId],
  )
  expect(sent.map((row) => row.at)).toEqual(at)
})

it('is not sent late at night after an outage', async () => {
  await aVisit(patient, '07:00')
  test.clock.setOffset(Date.parse('2026-03-12T03:00:00Z') - Date.parse(start))
  await run()
  expect(await remindersOf()).toEqual([])
})

it('sends no reminder of a canceled visit', async () => {
  const canceled = await aVisit()
  await test.db.asOwner(`update appointments set status = 'canceled' where id = $1`, [canceled])
  test.clock.advance('P2D')
  await run()
  expect(await remindersOf()).toEqual([])
})

it('reminds guardians with full access, and those with limited access if they booked the visit', async () => {
  const child = await aChild(test.db, clinic)
  const full = await aGuardian(test.db, clinic, { patientId: child.patientId })
  const booker = await aGuardian(test.db, clinic, { patientId: child.patientId, access: 'limited' })
  const other = await aGuardian(test.db, clinic, { patientId: child.patientId, access: 'limited' })
  const visit = await aVisit(child)
  await test.db.asOwner('update appointments set booked_by = $1 where id = $2', [booker.person.userId, visit])
  const young = await aChild(test.db, clinic, { bornOn: bornYearsAgo(15) })
  const parent = await aGuardian(test.db, clinic, { patientId: young.patientId })
  await aVisit(young)
  test.clock.advance('P1DT1H')
  await run()
  await run()
  const told = await test.db.asOwner<{ subject_id: string }>(
    `select subject_id from app.notices where kind = 'guardian_update' and subject_id = any($1) and key like '%reminder:%'`,
    [[full, booker, other, parent].map(({ guardianshipId }) => guardianshipId)],
  )
  expect(told.map(({ subject_id }) => subject_id).toSorted()).toEqual(
    [full.guardianshipId, booker.guardianshipId].toSorted(),
  )
  await test.services.jobs.drain()
  const mails = await test.db.asOwner<{ to_address: string; text: string }>(
    `select to_address, subject || text_body as text from app.mails where template = 'ward-reminder' and to_address = any($1)`,
    [[full, booker].map(({ person }) => person.email)],
  )
  expect(new Set(mails.map(({ text }) => /answer#[\w-]{22}/.exec(text)?.[0])).size).toBe(2)
  expect(mails.filter(({ text }) => text.includes('Mia'))).toEqual([])
})

describe('a text message', () => {
  let phone: string
  beforeEach(async () => {
    phone = `+1416555${String(Math.floor(Math.random() * 9000) + 1000)}`
    await test.db.asOwner(
      'insert into patient_details (clinic_id, patient_id, phone, updated_at) values ($1, $2, $3, now())',
      [clinic.id, patient.patientId, phone],
    )
    await test.services.transactions.withSystem('test', (tx) =>
      sql`select app.record_consent(${clinic.id}::uuid, ${patient.patientId}::uuid, 'sms_care', true, 'web', 'v1', 'Words', ${test.clock.now()}::timestamptz)`.execute(
        tx,
      ),
    )
  })
  const own = () => sent.filter(({ to }) => to === phone)
  const work = async () => {
    await run()
    await sendDueTexts(test.services).run({})
    await test.services.jobs.drain()
  }
  /** Two hours before a visit at noon in New York it is 7:00 for a patient in California. */
  async function remindedAtSeven(): Promise<string> {
    await test.db.asOwner(`update patient_details set state = 'CA' where patient_id = $1`, [
      patient.patientId,
    ])
    const id = await aVisit(patient, '12:00')
    test.clock.setOffset(Date.parse('2026-03-12T14:00:00Z') - Date.parse(start))
    await work()
    expect(own()).toEqual([])
    return id
  }

  it('names the time with its zone, as the mail does, and nothing else', async () => {
    await aVisit()
    test.clock.setOffset(Date.parse('2026-03-11T13:30:00Z') - Date.parse(start))
    await work()
    const when = 'Thursday, March 12, 2026 at 9:00 AM EDT'
    const link = /answer#[\w-]{22}(?= )/
    expect(own().map(({ to, text }) => [to, text.replace(link, 'answer#')])).toEqual([
      [
        phone,
        `Clinic reminder: ${when}. Will you come? http://carefold.localhost:3000/answer# Reply STOP to end.`,
      ],
    ])
    const mails = await test.db.asOwner<{ subject: string; text_body: string }>(
      'select subject, text_body from app.mails where to_address = $1',
      [patient.email],
    )
    const mail = mails.find(({ subject }) => subject === `Reminder: ${when}`)
    // one link in both; the clinic's own address is in the mail alone
    const [inText] = link.exec(own()[0]?.text ?? '') ?? []
    expect(mail?.text_body).toContain(`http://${clinic.subdomain}.carefold.localhost:3000/${inText}`)
  })

  it('waits for the patient’s morning', async () => {
    await remindedAtSeven()
    expect(await remindersOf()).toEqual(['2'])
    test.clock.advance('PT1H')
    await work()
    expect(own()).toHaveLength(1)
  })

  it.each([
    ['is canceled', `status = 'canceled'`],
    ['is moved', `time = '15:00'`],
  ])('that waits is withdrawn when the visit %s', async (_what, change) => {
    const id = await remindedAtSeven()
    await test.db.asOwner(`update appointments set ${change}, updated_at = $2 where id = $1`, [
      id,
      test.clock.now(),
    ])
    test.clock.advance('PT1H')
    await work()
    expect(own()).toEqual([])
  })
})

/** `REMINDER_DAYS=30` for the full proof, which takes a minute. */
const days = Number(process.env.REMINDER_DAYS ?? 4)

it(
  'sends two reminders of each visit, by two workers of which one crashes at times',
  async () => {
    const people = await Promise.all(Array.from({ length: 4 }, () => aPatient(test.db, clinic)))
    const visits: string[] = []
    for (let day = 2; day <= days; day++)
      for (const [index, person] of people.entries()) {
        const date = new Date(Date.parse(start) + day * 24 * 60 * 60 * 1000).toISOString().slice(0, 10)
        const time = `${String(7 + index * 4).padStart(2, '0')}:30`
        const { id } = await anAppointment(test.db, clinic, person, { date, time })
        visits.push(id)
      }
    await test.db.asOwner(`set session_replication_role = 'replica'`)
    await test.db.asOwner(
      `update appointment_changes set changed_at = '2026-01-01' where appointment_id = any ($1)`,
      [visits],
    )
    await test.db.asOwner(`set session_replication_role = 'origin'`)

    /** A worker that crashes between its work and the commit, at the rate of this sequence. */
    let turn = 0
    const { transactions } = test.services
    const mortal = {
      ...test.services,
      transactions: new Proxy(transactions, {
        get: (target, name) =>
          name !== 'withSystem'
            ? Reflect.get(target, name, target)
            : (purpose: string, work: (tx: Tx) => Promise<unknown>) =>
                target.withSystem(purpose, async (tx) => {
                  const done = await work(tx)
                  turn = (turn * 7 + 3) % 11
                  if (turn < 4) throw new Error('killed')
                  return done
                }),
      }),
    }
    for (let hour = 0; hour < (days + 1) * 24; hour++) {
      await Promise.allSettled([remindOfVisits(mortal).run({}), run()])
      await test.services.jobs.drain()
      test.clock.advance('PT1H')
    }

    const reminded = await test.db.asOwner<{ id: string; hours: string[] }>(
      `select appointment_id as id, array_agg(split_part(key, ':', 5) order by key) as hours from app.notices
      where appointment_id = any ($1) group by 1`,
      [visits],
    )
    expect(reminded.map(({ id }) => id).sort()).toEqual(visits.toSorted())
    expect(new Set(reminded.map(({ hours }) => hours.toSorted().join(' ')))).toEqual(new Set(['2 24']))
    const [{ mails } = { mails: 0 }] = await test.db.asOwner<{ mails: number }>(
      `select count(*)::integer as mails from app.mails where template = 'visit-reminder' and to_address = any ($1)`,
      [people.map(({ email }) => email)],
    )
    expect(mails).toBe(visits.length * 2)
  },
  60_000 + days * 10_000,
)
