import { beforeEach, expect, it } from 'vitest'
import type { Caller } from '#server/platform/database/transactions.ts'
import { heardBy } from '#testing/notices.ts'
import { setUpServices } from '#testing/set-up.ts'
import { aClinic, aStaffMember, type TestClinic } from '#testing/sign-in/people.ts'
import { aSecondStep } from '#testing/sign-in/second-step.ts'
import { clinicSecurity } from './clinic-security.ts'
import { updateClinicSecurity } from './update-clinic-security.ts'

let clinic: TestClinic
const test = await setUpServices()
beforeEach(async () => {
  clinic = await aClinic(test.db)
})

const read = (caller: Caller) => clinicSecurity.call(test.services, caller, {})
const update = (caller: Caller, requiresMfa: unknown) =>
  updateClinicSecurity.call(test.services, caller, { requiresMfa })

it('switches it on and off, and is audited', async () => {
  await aSecondStep(test.db, clinic.admin)
  for (const requiresMfa of [true, false]) {
    expect(await update(clinic.admin.caller(), requiresMfa)).toEqual({
      requiresMfa,
      mayUseHealthData: true,
      hasPatients: false,
    })
    expect(await read(clinic.admin.caller())).toMatchObject({ requiresMfa })
  }
  const trail = await test.db.asOwner<{ details: object }>(
    `select details from app.audit_log where action = 'clinic.security_updated' and clinic_id = $1 order by id`,
    [clinic.id],
  )
  expect(trail.map(({ details }) => details)).toEqual([{ requires_mfa: true }, { requires_mfa: false }])
})

it('alerts the other admins, not the one who did it, nor staff', async () => {
  await aSecondStep(test.db, clinic.admin)
  const [admin, staff] = [
    await aStaffMember(test.db, clinic, { role: 'admin' }),
    await aStaffMember(test.db, clinic),
  ]
  await update(clinic.admin.caller(), true)
  expect(await heardBy(test.db, admin)).toEqual([{ kind: 'security_changed', patient_id: null }])
  for (const person of [clinic.admin, staff]) expect(await heardBy(test.db, person)).toEqual([])
})

it.each([true, false])('refuses %s from an admin with one step', async (requiresMfa) => {
  await expect(update(clinic.admin.caller(), requiresMfa)).rejects.toMatchObject({
    code: 'second_step_required',
    status: 403,
  })
  expect(await read(clinic.admin.caller())).toMatchObject({ requiresMfa: false })
})

it('refuses all other roles, even with two steps', async () => {
  const other = await aClinic(test.db)
  const staff = await aStaffMember(test.db, clinic)
  for (const person of [staff, other.admin]) {
    await aSecondStep(test.db, person)
    await expect(update(person.caller(clinic), true)).rejects.toMatchObject({ code: 'not_allowed' })
  }
})

it('refuses a value that is no boolean', async () => {
  await expect(update(clinic.admin.caller(), 'yes')).rejects.toMatchObject({ code: 'invalid_input' })
})
