// Notices about visits of patients without an account (docs/decisions/0177).
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addRecord } from '#server/clinic/patients.ts'
import { sendDueTexts } from '#server/features/text-messages/send-text.ts'
import type { SmsTransport } from '#server/platform/sms/sms.ts'
import { anAppointment } from '#testing/appointments.ts'
import { openTestServices, type TestServices } from '#testing/database/services.ts'
import { mailsTo } from '#testing/database/stored-mails.ts'
import { aGuardian, setDatabaseClock } from '#testing/guardians.ts'
import { paysForTier } from '#testing/money/clinic-tiers.ts'
import { aClinic, aPatient, type TestClinic } from '#testing/sign-in/people.ts'
import { recordStop } from '../text-messages/stops.ts'

let test: TestServices
let clinic: TestClinic
let sent: { to: string; text: string }[] = []
let next: (() => void)[] = []
const sms: SmsTransport = {
  kind: 'twilio',
  async send(message) {
    next.shift()?.()
    sent.push(message)
    return `SM-${message.id}`
  },
  find: async () => null,
}
beforeAll(async () => {
  // 11:00 in New York
  test = await openTestServices({ now: '2026-03-10T15:00:00Z', sms })
})
afterAll(() => test.close())
beforeEach(async () => {
  sent = []
  next = []
  test.clock.setOffset(0)
  await setDatabaseClock(test.db, test.clock.now())
  clinic = await aClinic(test.db, { timeZone: 'America/New_York' })
  await test.db.asOwner(`update clinics set phone = '(212) 555-0100' where id = $1`, [clinic.id])
})

interface Known {
  email?: string
  phone?: string
  bornOn?: string
  mayText?: boolean
}

let lastNumber = 100
let lastAddress = 0
const anAddress = () => `walter${++lastAddress}@example.test`
const aPhone = () => `+1212555${String(++lastNumber).padStart(4, '0')}`

async function aRecordWith(known: Known = {}, at = clinic): Promise<{ patientId: string }> {
  const { email = null, phone = null, bornOn = '1961-05-04', mayText = phone !== null } = known
  return test.services.transactions.withSystem('test', async (tx) => {
    const now = test.clock.now()
    const { patientId } = await addRecord(tx, {
      ...{ clinicId: at.id, name: 'Walter Brook', email, phone, bornOn, now },
    })
    if (mayText)
      await sql`select app.record_consent(${at.id}::uuid, ${patientId}::uuid, 'sms_care', true, 'team', 'v1', 'Words',
        ${now}::timestamptz)`.execute(tx)
    return { patientId }
  })
}

const work = () => test.services.jobs.drain()
const outcomeOf = async (patientId: string, kind = 'visit_patient') =>
  (
    await test.db.asOwner<{ outcome: string }>(
      `select n.outcome from app.notices n left join appointment_changes c on c.id::text = n.subject_id
        where n.kind = $2 and coalesce(c.patient_id::text, n.subject_id) = $1 order by n.noticed_at`,
      [patientId, kind],
    )
  ).map(({ outcome }) => outcome)

async function book(patient: { patientId: string }, at = clinic): Promise<string> {
  const { id } = await anAppointment(test.db, at, patient)
  await work()
  return id
}

async function remind(patientId: string, id: string): Promise<void> {
  test.clock.advance('PT1S')
  const startsAt = new Date('2026-03-16T13:00:00Z')
  await test.services.transactions.withSystem('test', (tx) =>
    test.services.notices.notifyPatient(tx, {
      ...{ clinicId: clinic.id, patientId, about: 'reminder', key: crypto.randomUUID() },
      visit: { id, startsAt },
    }),
  )
  await work()
}

describe('a patient with an address', () => {
  it('gets time, place, phone and calendar by mail, and no sign-in', async () => {
    const email = anAddress()
    const patient = await aRecordWith({ email, phone: aPhone() })
    await book(patient)
    const [mail, ...others] = await mailsTo(test.db, email)
    expect(others).toEqual([])
    expect(mail?.subject).toBe('Booked: Monday, March 16, 2026 at 9:00 AM EDT')
    expect(mail?.text_body).toContain('To move or cancel it, call (212) 555-0100.')
    expect(mail?.text_body).toContain(`Where: At ${clinic.name}`)
    expect(mail?.text_body).toContain(`You get this because ${clinic.name} entered this address. Not you?`)
    expect(mail?.text_body).not.toMatch(/sign in|checkup|Walter/i)
    expect(mail?.links).toEqual([expect.stringMatching(/\/stop-emails#[0-9a-f-]{36}$/)])
    const [{ calendar } = { calendar: '' }] = await test.db.asOwner<{ calendar: string }>(
      'select calendar from app.mails where to_address = $1',
      [email],
    )
    expect(calendar).toContain('METHOD:REQUEST')
    expect(calendar).not.toContain('URL:')
    // a text message goes instead of a mail, never besides
    expect(sent).toEqual([])
    expect(await outcomeOf(patient.patientId)).toEqual(['mailed'])
  })

  it('is reminded by mail, unless reminders are off', async () => {
    const email = anAddress()
    const patient = await aRecordWith({ email })
    const id = await book(patient)
    await remind(patient.patientId, id)
    expect((await mailsTo(test.db, email))[0]?.text_body).toContain(
      'expects you on Monday, March 16, 2026 at 9:00 AM EDT. Please say whether you will come. To get another time, call (212) 555-0100.',
    )
    await test.services.transactions.withSystem('test', (tx) =>
      sql`select app.record_consent(${clinic.id}::uuid, ${patient.patientId}::uuid, 'appointment_reminders', false, 'team',
        'v1', 'Words', now())`.execute(tx),
    )
    await remind(patient.patientId, id)
    expect(await outcomeOf(patient.patientId, 'patient_reminder')).toEqual(['mailed', 'no reminders'])
  })

  it('that another record or a member has gets no mail, until the address is one patient’s again', async () => {
    const email = anAddress()
    const patient = await aRecordWith({ email })
    const other = await aRecordWith({ email })
    await book(patient)
    expect(await mailsTo(test.db, email)).toEqual([])
    expect(await outcomeOf(patient.patientId)).toEqual(['call'])
    await test.db.asOwner('update clinic_memberships set ended_at = now() where patient_id = $1', [
      other.patientId,
    ])
    await test.db.asOwner(`update appointments set time = '10:00' where patient_id = $1`, [patient.patientId])
    await work()
    expect((await mailsTo(test.db, email)).map(({ subject }) => subject)).toEqual([
      'Moved: Monday, March 16, 2026 at 10:00 AM EDT',
    ])
    const mother = await aPatient(test.db, clinic)
    const child = await aRecordWith({ email: mother.email })
    await book(child)
    expect(await mailsTo(test.db, mother.email)).toEqual([])
    expect(await outcomeOf(child.patientId)).toEqual(['call'])
  })

  it('shared with a patient of another clinic only gets the mail', async () => {
    const email = anAddress()
    await aRecordWith({ email }, await aClinic(test.db))
    await book(await aRecordWith({ email }))
    expect(await mailsTo(test.db, email)).toHaveLength(1)
  })

  it('gets no more than ten mails a day from a clinic', async () => {
    const email = anAddress()
    const patient = await aRecordWith({ email })
    const id = await book(patient)
    for (let number = 0; number < 10; number++) await remind(patient.patientId, id)
    expect(await mailsTo(test.db, email)).toHaveLength(10)
    expect((await outcomeOf(patient.patientId, 'patient_reminder')).at(-1)).toBe('call')
    test.clock.advance('P1DT1M')
    await remind(patient.patientId, id)
    expect(await mailsTo(test.db, email)).toHaveLength(11)
  })
})

it('reaches a patient whose invitation waits, and no deactivated one', async () => {
  const email = anAddress()
  const { patientId } = await aRecordWith({ email })
  const setStatus = (suspendedAt: string | null) =>
    test.db.asOwner(
      `update clinic_memberships set status = 'invited', suspended_at = $1 where patient_id = $2`,
      [suspendedAt, patientId],
    )
  await setStatus(null)
  await book({ patientId })
  expect(await mailsTo(test.db, email)).toHaveLength(1)
  await setStatus('2026-03-10T15:00:00Z')
  await anAppointment(test.db, clinic, { patientId }, { date: '2026-03-18' })
  await work()
  expect(await mailsTo(test.db, email)).toHaveLength(1)
})

describe('a child', () => {
  it('is reached by a guardian with full access, who is notified, until the access has ended', async () => {
    const email = anAddress()
    const child = await aRecordWith({ email, bornOn: '2019-01-01' })
    const guardian = await aGuardian(test.db, clinic, { patientId: child.patientId })
    await book(child)
    expect(await outcomeOf(child.patientId)).toEqual(['guardian'])
    expect(await mailsTo(test.db, email)).toEqual([])
    expect((await mailsTo(test.db, guardian.person.email)).map(({ template }) => template)).toEqual([
      'guardian-notice',
    ])
    await test.db.asOwner(
      `update patient_guardians set ended_at = now(), ended_because = 'team' where patient_id = $1`,
      [child.patientId],
    )
    await test.db.asOwner(`update appointments set time = '10:00' where patient_id = $1`, [child.patientId])
    await work()
    expect(await mailsTo(test.db, email)).toHaveLength(1)
    expect(await mailsTo(test.db, guardian.person.email)).toHaveLength(1)
  })

  it.each([
    ['limited access', { access: 'limited' }],
    ['an offer that waits', { accepted: false }],
  ] as const)('is not reached by a guardian with %s', async (_, options) => {
    const child = await aRecordWith({ bornOn: '2019-01-01' })
    await aGuardian(test.db, clinic, { patientId: child.patientId, ...options })
    await book(child)
    expect(await outcomeOf(child.patientId)).toEqual(['call'])
  })
})

describe('a patient with consent to texts', () => {
  it('gets each change and the reminder by text, with a link to answer', async () => {
    const phone = aPhone()
    const patient = await aRecordWith({ phone })
    const id = await book(patient)
    await remind(patient.patientId, id)
    await test.db.asOwner(`update appointments set time = '10:00' where id = $1`, [id])
    await work()
    await test.db.asOwner(`update appointments set status = 'canceled' where id = $1`, [id])
    await work()
    const end = 'Call your clinic to change it. Reply STOP to end texts.'
    const link = 'http://carefold.localhost:3000/answer#'
    expect(sent.map(({ text }) => text.replace(/#[\w-]{22}/, '#'))).toEqual([
      `Your clinic expects you on Monday, March 16, 2026 at 9:00 AM EDT. ${end}`,
      `Clinic reminder: Monday, March 16, 2026 at 9:00 AM EDT. Will you come? ${link} Reply STOP to end.`,
      `Your time at your clinic was moved to Monday, March 16, 2026 at 10:00 AM EDT. ${end}`,
      `Your time at your clinic on Monday, March 16, 2026 at 10:00 AM EDT was canceled. ${end}`,
    ])
    expect(new Set(sent.map(({ to }) => to))).toEqual(new Set([phone]))
    expect(await outcomeOf(patient.patientId)).toEqual(['text', 'text', 'text'])
  })

  it('at night is texted in the morning, and not about a visit that changed meanwhile', async () => {
    const patient = await aRecordWith({ phone: aPhone() })
    test.clock.advance('PT13H')
    const id = await book(patient)
    await test.db.asOwner(`update appointments set time = '10:00', updated_at = $2 where id = $1`, [
      id,
      test.clock.now(),
    ])
    await work()
    expect(sent).toEqual([])
    test.clock.advance('PT9H')
    await sendDueTexts(test.services).run({})
    await work()
    expect(sent.map(({ text }) => text)).toEqual([expect.stringContaining('moved to Monday')])
  })

  it('is texted once, although a worker died after it had handed the message over', async () => {
    await book(await aRecordWith({ phone: aPhone() }))
    sent = []
    const patient = await aRecordWith({ phone: aPhone() })
    next = [
      () => {
        throw new TypeError('the connection was cut')
      },
    ]
    await anAppointment(test.db, clinic, patient, { date: '2026-03-17' })
    await work().catch(() => undefined)
    await work()
    await work()
    expect(sent).toHaveLength(1)
  })

  it('is called after STOP, without consent, without a number, and below the tier', async () => {
    const phone = aPhone()
    const stopped = await aRecordWith({ phone })
    await test.services.transactions.withSystem('test', (tx) =>
      recordStop(tx, { phone, word: 'STOP', now: test.clock.now() }),
    )
    const withdrawn = await aRecordWith({ phone: aPhone(), mayText: false })
    const numberless = await aRecordWith({ mayText: true })
    for (const { patientId } of [stopped, withdrawn, numberless]) {
      await book({ patientId })
      expect(await outcomeOf(patientId)).toEqual(['call'])
    }
    test.clock.advance('P310D')
    await setDatabaseClock(test.db, test.clock.now())
    await paysForTier(test.db, clinic, 'starter', { since: '2026-12-20T15:00:00Z' })
    const lacking = await aRecordWith({ phone: aPhone() })
    await anAppointment(test.db, clinic, lacking, { date: '2027-01-19' })
    await work()
    expect(await outcomeOf(lacking.patientId)).toEqual(['call'])
    expect(sent).toEqual([])
  })

  it('is called where the installation sends no texts', async () => {
    test.services.sms = null
    const patient = await aRecordWith({ phone: aPhone() })
    await book(patient)
    test.services.sms = sms
    expect(await outcomeOf(patient.patientId)).toEqual(['call'])
  })

  it('gets no text about messages, which need an account', async () => {
    const patient = await aRecordWith({ phone: aPhone() })
    await test.services.transactions.withSystem('test', (tx) =>
      test.services.notices.notifyPatient(tx, {
        ...{ clinicId: clinic.id, patientId: patient.patientId, about: 'message', key: crypto.randomUUID() },
      }),
    )
    await work()
    expect(sent).toEqual([])
    expect(await outcomeOf(patient.patientId, 'patient_message')).toEqual(['no account'])
  })
})

it('notifies a patient with an account as before, and no former patient', async () => {
  const patient = await aPatient(test.db, clinic)
  await book(patient)
  expect((await mailsTo(test.db, patient.email)).map(({ template }) => template)).toEqual(['visit-patient'])
  const email = anAddress()
  const former = await aRecordWith({ email })
  await test.db.asOwner('update clinic_memberships set ended_at = now() where patient_id = $1', [
    former.patientId,
  ])
  await book(former)
  expect(await mailsTo(test.db, email)).toEqual([])
  expect(await outcomeOf(former.patientId)).toEqual(['left'])
})
