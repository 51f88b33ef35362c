import { expect, it } from 'vitest'
import { setUpServices } from '#testing/set-up.ts'
import { anOperator, operatorEnv } from '#testing/sign-in/operator.ts'
import { aClinic, aPatient, aStaffMember } from '#testing/sign-in/people.ts'
import { aSupportAccess } from '#testing/support.ts'
import { operatorSupport, supportAccesses } from './support-accesses.ts'

const test = await setUpServices({ env: operatorEnv })
const operator = await anOperator(test.db)

it('lists its own accesses to a clinic, and all to the operator', async () => {
  const [one, two] = [await aClinic(test.db), await aClinic(test.db)]
  const askedAt = test.clock.now()
  const first = await aSupportAccess(test.db, one.id, { askedAt, approvedAt: askedAt })
  const second = await aSupportAccess(test.db, two.id, { askedAt: new Date(askedAt.getTime() + 1000) })
  const own = await supportAccesses.call(test.services, one.admin.caller(), {})
  expect(own).toMatchObject({ accesses: [{ id: first, clinicName: one.name, state: 'live' }] })
  const all = await operatorSupport.call(test.services, operator.caller(), {})
  expect(all).toMatchObject({ accesses: [{ id: second, state: 'waiting' }, { id: first }] })

  const staff = await aStaffMember(test.db, one)
  const patient = await aPatient(test.db, one)
  for (const person of [staff, patient, two.admin, operator])
    await expect(supportAccesses.call(test.services, person.caller(one), {})).rejects.toMatchObject({
      code: 'not_allowed',
    })
  await expect(operatorSupport.call(test.services, one.admin.caller(), {})).rejects.toMatchObject({
    code: 'not_allowed',
  })
})
