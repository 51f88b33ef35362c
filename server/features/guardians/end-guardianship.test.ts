// Ending an access, and asking for it (docs/domain-rules.md complaint 2).
import { afterAll, beforeEach, expect, it } from 'vitest'
import type { WardView } from '#domain/guardians/guardians.ts'
import { openTestServices } from '#testing/database/services.ts'
import { aChild, aGuardian } from '#testing/guardians.ts'
import { aClinic, aPatient, type Person, type TestClinic } from '#testing/sign-in/people.ts'
import { ownWards } from './accept-guardianship.ts'
import { askToEndGuardianship, endGuardianship } from './end-guardianship.ts'

let clinic: TestClinic
let patientId: string
const test = await openTestServices({ now: new Date().toISOString() })
beforeEach(async () => {
  clinic = await aClinic(test.db)
  ;({ patientId } = await aChild(test.db, clinic))
})
afterAll(() => test.close())

const end = (caller: ReturnType<Person['caller']>, guardianId: string) =>
  endGuardianship.call(test.services, caller, { guardianId })
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

it('ends at once, by the team or the guardian, and notifies both sides and the other guardians', async () => {
  const mother = await aGuardian(test.db, clinic, { patientId })
  const father = await aGuardian(test.db, clinic, { patientId })
  await end(clinic.admin.caller(), mother.guardianshipId)
  expect(await accessOf(mother.person, mother.guardianshipId)).toBe(null)
  expect(await wards(mother.person)).toMatchObject([{ state: 'ended', level: null, next: null }])
  await test.services.jobs.drain()
  const subject = 'Your access to the record has changed'
  expect(await mails(mother.person.email)).toMatchObject([{ subject }])
  expect(await mails(father.person.email)).toMatchObject([{ subject }])
  await end(father.person.caller(clinic), father.guardianshipId)
  expect(
    await test.db.asOwner(
      'select ended_because, ended_by from patient_guardians where patient_id = $1 order by created_at',
      [patientId],
    ),
  ).toEqual([
    { ended_because: 'team', ended_by: clinic.admin.userId },
    { ended_because: 'guardian', ended_by: father.person.userId },
  ])
  await expect(end(father.person.caller(clinic), father.guardianshipId)).rejects.toMatchObject({
    code: 'not_found',
  })
})

it('lets a young person ask for it: the team gets a task, the guardian no notice', async () => {
  const young = await aPatient(test.db, clinic)
  const guardian = await aGuardian(test.db, clinic, { patientId: young.patientId })
  const ask = () =>
    askToEndGuardianship.call(test.services, young.caller(), { guardianId: guardian.guardianshipId })
  await ask()
  await ask()
  expect(
    await test.db.asOwner('select title, assignee_id from tasks where patient_id = $1', [young.patientId]),
  ).toEqual([{ title: 'Wants to end a guardian’s access', assignee_id: clinic.admin.userId }])
  await test.services.jobs.drain()
  expect(await mails(guardian.person.email)).toEqual([])
})
