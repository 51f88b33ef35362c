import { expect, it } from 'vitest'
import { setUpClinic } from '#testing/set-up.ts'
import { aClinic, aPatient, aStaffMember } from '#testing/sign-in/people.ts'
import { clinicClosing } from './clinic-closing.ts'

const { test, clinic } = await setUpClinic()

it('counts the affected people, for admins only', async () => {
  const patient = await aPatient(test.db, clinic)
  const staff = await aStaffMember(test.db, clinic)
  const other = await aClinic(test.db)
  expect(await clinicClosing.call(test.services, clinic.admin.caller(), {})).toEqual({
    askedAt: null,
    erasedFrom: '2026-04-09T15:00:00.000Z',
    plans: 0,
    members: 3,
    hasTier: false,
    missedNotice: null,
    holds: 0,
  })
  for (const person of [patient, staff, other.admin])
    await expect(clinicClosing.call(test.services, person.caller(clinic), {})).rejects.toMatchObject({
      code: 'not_allowed',
    })
})
