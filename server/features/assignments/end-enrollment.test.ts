import { expect, it } from 'vitest'
import { anEnrollment } from '#testing/programs.ts'
import { setUpClinic } from '#testing/set-up.ts'
import { aPatient, aStaffMember } from '#testing/sign-in/people.ts'
import { endEnrollment } from './end-enrollment.ts'

const { test, clinic } = await setUpClinic()

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
