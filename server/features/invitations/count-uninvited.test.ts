import { expect, it } from 'vitest'
import { addRecord } from '#server/clinic/patients.ts'
import { setUpServices } from '#testing/set-up.ts'
import { aClinic } from '#testing/sign-in/people.ts'
import { countUninvited } from './count-uninvited.ts'

const test = await setUpServices()

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
