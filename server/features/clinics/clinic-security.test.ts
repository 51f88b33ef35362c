import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Caller } from '#server/platform/database/transactions.ts'
import { requireHealthDataAccess } from '#server/platform/health-data.ts'
import {
  aClinic,
  aPatient,
  aSignedInPerson,
  aStaffMember,
  aVisitor,
  type TestClinic,
} from '#testing/people.ts'
import { aSecondStep } from '#testing/second-step.ts'
import { openTestServices, type TestServices } from '#testing/services.ts'
import { clinicSecurity } from './clinic-security.ts'
import { createClinicWithAdmin } from './create-clinic-with-admin.ts'
import { updateClinicSecurity } from './update-clinic-security.ts'

let test: TestServices
let clinic: TestClinic
beforeAll(async () => {
  test = await openTestServices()
})
afterAll(() => test.close())
beforeEach(async () => {
  clinic = await aClinic(test.db)
})

const read = (caller: Caller) => clinicSecurity.call(test.services, caller, {})
const update = (caller: Caller, requiresMfa: unknown) =>
  updateClinicSecurity.call(test.services, caller, { requiresMfa })

describe('clinic-security', () => {
  it('says what the clinic asks for and whether the session is enough', async () => {
    const staff = await aStaffMember(test.db, clinic)
    expect(await read(staff.caller())).toEqual({ requiresMfa: false, mayUseHealthData: true })
    await aSecondStep(test.db, clinic.admin)
    await update(clinic.admin.caller(), true)
    expect(await read(staff.caller())).toEqual({ requiresMfa: true, mayUseHealthData: false })
    await aSecondStep(test.db, staff)
    expect(await read(staff.caller())).toEqual({ requiresMfa: true, mayUseHealthData: true })
  })

  it('says that a new clinic requires two steps', async () => {
    const founder = await aSignedInPerson(test.db)
    const wish = { name: 'Harbor Clinic', subdomain: 'harbor-two-step' }
    await createClinicWithAdmin.call(test.services, founder.caller(), wish)
    expect(await read(founder.caller(wish.subdomain))).toEqual({ requiresMfa: true, mayUseHealthData: false })
  })

  it('is for the team', async () => {
    const patient = await aPatient(test.db, clinic)
    await expect(read(patient.caller())).rejects.toMatchObject({ code: 'not_allowed' })
    await expect(read(aVisitor(clinic))).rejects.toMatchObject({ code: 'not_signed_in' })
  })
})

describe('update-clinic-security', () => {
  it('switches it on and off, and writes it down', async () => {
    await aSecondStep(test.db, clinic.admin)
    for (const requiresMfa of [true, false]) {
      expect(await update(clinic.admin.caller(), requiresMfa)).toEqual({
        requiresMfa,
        mayUseHealthData: true,
      })
      expect(await read(clinic.admin.caller())).toMatchObject({ requiresMfa })
    }
    const trail = await test.db.asOwner<{ details: object }>(
      `select details from app.audit_log where action = 'clinic.security_updated' and clinic_id = $1 order by id`,
      [clinic.id],
    )
    expect(trail.map(({ details }) => details)).toEqual([{ requires_mfa: true }, { requires_mfa: false }])
  })

  it.each([true, false])('refuses %s from an admin with one step', async (requiresMfa) => {
    await expect(update(clinic.admin.caller(), requiresMfa)).rejects.toMatchObject({
      code: 'second_step_required',
      status: 403,
    })
    expect(await read(clinic.admin.caller())).toMatchObject({ requiresMfa: false })
  })

  it('refuses everybody else, with two steps as well', async () => {
    const other = await aClinic(test.db)
    const staff = await aStaffMember(test.db, clinic)
    for (const person of [staff, other.admin]) {
      await aSecondStep(test.db, person)
      await expect(update(person.caller(clinic), true)).rejects.toMatchObject({ code: 'not_allowed' })
    }
  })

  it('refuses what is neither yes nor no', async () => {
    await expect(update(clinic.admin.caller(), 'yes')).rejects.toMatchObject({ code: 'invalid_input' })
  })
})

it('a step as the server can ask for the second step first', async () => {
  const strict = await aClinic(test.db, { requiresMfa: true })
  const ask = () => test.db.transactions.withActor(strict.admin.caller(), (tx) => requireHealthDataAccess(tx))
  await expect(ask()).rejects.toMatchObject({ code: 'second_step_required' })
  await aSecondStep(test.db, strict.admin)
  await expect(ask()).resolves.toBeUndefined()
})
