// An offer of access to a patient's page (docs/domain-rules.md rules 28, 29).
import { afterAll, beforeEach, expect, it } from 'vitest'
import { openTestServices } from '#testing/database/services.ts'
import { aChild, aGuardian, bornYearsAgo } from '#testing/guardians.ts'
import { aClinic, aPatient, type TestClinic } from '#testing/sign-in/people.ts'
import { addGuardian } from './add-guardian.ts'

let clinic: TestClinic
let patientId: string
const test = await openTestServices({ now: new Date().toISOString() })
beforeEach(async () => {
  clinic = await aClinic(test.db)
  ;({ patientId } = await aChild(test.db, clinic))
})
afterAll(() => test.close())

const form = (email: string, changes: object = {}) => ({
  patientId,
  fullName: 'Greta Guardian',
  email,
  access: 'full',
  untilOn: '',
  agreedBy: 'Both parents, in the practice',
  bornOn: '',
  ...changes,
})
const add = (input: object, caller = clinic.admin.caller()) =>
  addGuardian.call(test.services, caller, input) as Promise<{ guardianId: string }>
const mails = (to: string) =>
  test.db.asOwner<{ subject: string; text_body: string }>(
    'select subject, text_body from app.mails where to_address = $1 order by queued_at, id',
    [to],
  )

it('creates an account for a new address, with a link that signs in', async () => {
  const email = `new-${crypto.randomUUID().slice(0, 8)}@example.test`
  await add(form(email))
  const users = await test.db.asOwner('select 1 from auth.users where email = $1', [email])
  expect(users).toHaveLength(1)
  expect((await mails(email))[0]?.text_body).toContain('token_hash=')
})

it('requires a date of birth if the record has none, and preserves the record’s own', async () => {
  const unknown = await aChild(test.db, clinic, { bornOn: null })
  const input = form('greta@lane.test', { patientId: unknown.patientId })
  await expect(add(input)).rejects.toMatchObject({ code: 'invalid_input', fields: [{ path: 'bornOn' }] })
  await add({ ...input, bornOn: '2020-05-05' })
  await add({ ...form('other@lane.test', { patientId: unknown.patientId }), bornOn: '2021-01-01' })
  expect(
    await test.db.asOwner(
      `select to_char(date_of_birth, 'YYYY-MM-DD') as day from patient_details where patient_id = $1`,
      [unknown.patientId],
    ),
  ).toEqual([{ day: '2020-05-05' }])
})

it('refuses an adult patient, the patient’s own address, a past day, and a guardian with access', async () => {
  const adult = await aChild(test.db, clinic, { bornOn: bornYearsAgo(18) })
  await expect(add(form('a@lane.test', { patientId: adult.patientId }))).rejects.toMatchObject({
    code: 'patient_of_age',
  })
  const young = await aPatient(test.db, clinic)
  await expect(
    add(form(young.email, { patientId: young.patientId, bornOn: bornYearsAgo(14) })),
  ).rejects.toMatchObject({ fields: [{ path: 'email' }] })
  await expect(add(form('a@lane.test', { untilOn: '2020-01-01' }))).rejects.toMatchObject({
    fields: [{ path: 'untilOn' }],
  })
  const { person } = await aGuardian(test.db, clinic, { patientId })
  await expect(add(form(person.email))).rejects.toMatchObject({ code: 'already_guardian' })
})
