import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { addRecord } from '#server/clinic/patients.ts'
import { anAppointment } from '#testing/appointments.ts'
import { openTestServices, type TestServices } from '#testing/database/services.ts'
import { mailsTo, type StoredMail } from '#testing/database/stored-mails.ts'
import { setDatabaseClock } from '#testing/guardians.ts'
import { aClinic, aVisitor, type TestClinic } from '#testing/sign-in/people.ts'
import { stopEmails } from './stop-emails.ts'

let test: TestServices
let clinic: TestClinic
beforeAll(async () => {
  test = await openTestServices({ now: '2026-03-10T15:00:00Z' })
})
afterAll(() => test.close())
beforeEach(async () => {
  await setDatabaseClock(test.db, test.clock.now())
  clinic = await aClinic(test.db)
})

const anAddress = () => `walter-${crypto.randomUUID()}@example.test`

function aRecordWith({ email }: { email: string }, at = clinic): Promise<{ patientId: string }> {
  return test.services.transactions.withSystem('test', (tx) =>
    addRecord(tx, { clinicId: at.id, name: 'Walter Brook', email, now: test.clock.now() }),
  )
}

async function book(patient: { patientId: string }, at = clinic): Promise<void> {
  await anAppointment(test.db, at, patient)
  await test.services.jobs.drain()
}

async function outcomeOf(patientId: string): Promise<string[]> {
  const rows = await test.db.asOwner<{ outcome: string }>(
    `select n.outcome from app.notices n join appointment_changes c on c.id::text = n.subject_id
      where n.kind = 'visit_patient' and c.patient_id = $1`,
    [patientId],
  )
  return rows.map(({ outcome }) => outcome)
}

const tokenIn = (mail: StoredMail | undefined) => mail?.links[0]?.split('#')[1] ?? ''
const stop = (token: string, at = clinic) =>
  stopEmails.call(test.services, { ...aVisitor(at), address: crypto.randomUUID() }, { token })

it('stops the mails of this clinic to this address, also for a record entered later', async () => {
  const email = anAddress()
  const patient = await aRecordWith({ email })
  await book(patient)
  const [mail] = await mailsTo(test.db, email)
  const elsewhere = await aClinic(test.db)
  await stop(tokenIn(mail), elsewhere)
  await stop(tokenIn(mail))
  const audited = await test.db.asOwner(
    `select clinic_id from app.audit_log where action = 'address.stopped' and $1 = any (patient_ids)`,
    [patient.patientId],
  )
  expect(audited).toEqual([{ clinic_id: clinic.id }])
  await test.db.asOwner('update clinic_memberships set ended_at = now() where patient_id = $1', [
    patient.patientId,
  ])
  const later = await aRecordWith({ email })
  await book(later)
  expect(await outcomeOf(later.patientId)).toEqual(['call'])
  expect(await mailsTo(test.db, email)).toHaveLength(1)
  await book(await aRecordWith({ email }, elsewhere), elsewhere)
  expect(await mailsTo(test.db, email)).toHaveLength(2)
})

it('answers the same for an unknown secret, and twice', async () => {
  const email = anAddress()
  await book(await aRecordWith({ email }))
  const token = tokenIn((await mailsTo(test.db, email))[0])
  const answers = [await stop(crypto.randomUUID()), await stop(token), await stop(token)]
  expect(answers[0]).toEqual({ success: true })
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
})
