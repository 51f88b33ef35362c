import { expect, it } from 'vitest'
import type { Caller } from '#server/platform/database/transactions.ts'
import { setUpClinic } from '#testing/set-up.ts'
import { aClinic, aPatient, aStaffMember, aVisitor } from '#testing/sign-in/people.ts'
import { legalHold } from './legal-hold.ts'

const { test, clinic } = await setUpClinic()
const patient = await aPatient(test.db, clinic)

const ask = (caller: Caller, hold?: boolean, patientId = patient.patientId) =>
  legalHold.call(test.services, caller, { patientId, ...(hold === undefined ? {} : { hold }) })

it('is placed once and released, each audited with the admin', async () => {
  const admin = clinic.admin.caller()
  expect(await ask(admin)).toEqual({ heldSince: null })
  const placed = await ask(admin, true)
  expect(placed).toEqual({ heldSince: expect.any(String) })
  expect(await ask(admin, true)).toEqual(placed)
  expect(await ask(admin)).toEqual(placed)
  test.clock.advance('PT1S')
  expect(await ask(admin, false)).toEqual({ heldSince: null })
  expect(await ask(admin, false)).toEqual({ heldSince: null })
  const trail = await test.db.asOwner(
    `select action from app.audit_log where subject_id = $1 and actor_id = $2 and action like 'patient.hold%' order by id`,
    [patient.patientId, clinic.admin.userId],
  )
  expect(trail).toEqual([{ action: 'patient.hold_placed' }, { action: 'patient.hold_released' }])
})

it('is for admins of the patient’s clinic', async () => {
  const other = await aClinic(test.db)
  for (const patientId of [patient.patientId, crypto.randomUUID()])
    await expect(ask(other.admin.caller(), true, patientId)).rejects.toMatchObject({ code: 'not_found' })
  const staff = await aStaffMember(test.db, clinic)
  for (const person of [staff, patient, other.admin])
    await expect(ask(person.caller(clinic), true)).rejects.toMatchObject({ code: 'not_allowed' })
  await expect(ask(aVisitor(clinic), true)).rejects.toMatchObject({ code: 'not_signed_in' })
  expect(await ask(clinic.admin.caller())).toEqual({ heldSince: null })
})
