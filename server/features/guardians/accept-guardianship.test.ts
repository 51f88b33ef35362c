// Accepting an offer, and listing wards (docs/domain-rules.md rules 29, 39).
import { afterAll, beforeEach, expect, it } from 'vitest'
import type { WardView } from '#domain/guardians/guardians.ts'
import { openTestServices } from '#testing/database/services.ts'
import { aChild } from '#testing/guardians.ts'
import { aClinic, aPatient, aSignedInPerson, type Person, type TestClinic } from '#testing/sign-in/people.ts'
import { acceptGuardianship, ownWards } from './accept-guardianship.ts'
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
const accept = (person: Person, guardianId: string) =>
  acceptGuardianship.call(test.services, person.caller(clinic), { guardianId })
const wards = async (person: Person) =>
  ((await ownWards.call(test.services, person.caller(clinic), {})) as { wards: WardView[] }).wards
const mails = (to: string) =>
  test.db.asOwner<{ subject: string; text_body: string }>(
    'select subject, text_body from app.mails where to_address = $1 order by queued_at, id',
    [to],
  )
const accessOf = (person: Person, guardianship: string) =>
  test.db.transactions.withActor(
    { ...person.caller(clinic), guardianship },
    async (_tx, actor) => actor.guardianAccess,
  )

it('mails an offer without the patient’s name, and grants nothing before it is accepted', async () => {
  const person = await aSignedInPerson(test.db)
  const { guardianId } = await add(form(person.email))
  const [mail] = await mails(person.email)
  expect(mail?.subject).toBe(`${clinic.name} offers you access to the record of a person you look after`)
  expect(JSON.stringify(mail)).not.toContain('Mia')
  expect(await accessOf(person, guardianId)).toBe(null)
  expect(await wards(person)).toMatchObject([{ id: guardianId, name: 'Mia Example', state: 'invited' }])
  await accept(person, guardianId)
  await accept(person, guardianId)
  expect(await accessOf(person, guardianId)).toBe('full')
  expect(await wards(person)).toMatchObject([{ id: guardianId, state: 'active', level: 'full' }])
})

it('is refused with another, an unconfirmed and an expired address', async () => {
  const person = await aSignedInPerson(test.db)
  const { guardianId } = await add(form(person.email))
  const other = await aPatient(test.db, clinic)
  await expect(accept(other, guardianId)).rejects.toMatchObject({ code: 'not_found' })
  const unproven = await aSignedInPerson(test.db, { confirmed: false })
  await expect(accept(unproven, guardianId)).rejects.toMatchObject({ code: 'email_not_confirmed' })
  await test.db.asOwner('update patient_guardians set expires_at = $2 where id = $1', [
    guardianId,
    new Date(test.clock.now().getTime() - 1000),
  ])
  await expect(accept(person, guardianId)).rejects.toMatchObject({ code: 'not_found' })
  expect(await wards(person)).toEqual([])
  // offered again
  expect((await add(form(person.email, { access: 'limited' }))).guardianId).toBe(guardianId)
  await accept(person, guardianId)
  expect(await accessOf(person, guardianId)).toBe('limited')
})
