import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestServices, type TestServices } from '#testing/database/services.ts'
import { anEnrollment } from '#testing/programs.ts'
import { aClinic, aPatient, aStaffMember, type TestClinic } from '#testing/sign-in/people.ts'
import { endEnrollment } from './end-enrollment.ts'

let test: TestServices
let clinic: TestClinic
beforeAll(async () => {
  test = await openTestServices()
  clinic = await aClinic(test.db)
})
afterAll(() => test.close())

it('ends once, audits it, and refuses read-only members', async () => {
  const patient = await aPatient(test.db, clinic)
  const enrollmentId = await anEnrollment(test.db, clinic, patient)
  const viewer = await aStaffMember(test.db, clinic, { isReadOnly: true })
  const end = (by = clinic.admin.caller()) => endEnrollment.call(test.services, by, { enrollmentId })
  await expect(end(viewer.caller())).rejects.toMatchObject({ code: 'not_allowed' })
  await end()
  await end()
  const trail = await test.db.asOwner(
    `select 1 from app.audit_log where action = 'program.ended' and patient_ids = array[$1::uuid]`,
    [patient.patientId],
  )
  expect(trail).toHaveLength(1)
})
