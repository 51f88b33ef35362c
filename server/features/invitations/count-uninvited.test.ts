import { afterAll, beforeAll, expect, it } from 'vitest'
import { addRecord } from '#server/clinic/patients.ts'
import { openTestServices, type TestServices } from '#testing/database/services.ts'
import { aClinic } from '#testing/sign-in/people.ts'
import { countUninvited } from './count-uninvited.ts'

let test: TestServices
beforeAll(async () => {
  test = await openTestServices()
})
afterAll(() => test.close())

// the kinds of patients are in invite-uninvited.test.ts
it('counts patients with an address of their own, and those who share one', async () => {
  const clinic = await aClinic(test.db)
  const addresses = ['own@later.test', 'family@later.test', 'family@later.test', null]
  for (const [at, email] of addresses.entries())
    await test.db.transactions.withSystem('test: record', (tx) =>
      addRecord(tx, { clinicId: clinic.id, name: `Patient ${at}`, email, now: test.clock.now() }),
    )
  expect(await countUninvited.call(test.services, clinic.admin.caller(), {})).toEqual({
    count: 1,
    recent: 1,
    shared: 2,
  })
})
