import { expect, it } from 'vitest'
import { aCarePlanTemplate } from '#testing/care-plans.ts'
import { setUpClinic } from '#testing/set-up.ts'
import { aClinic, aPatient, aStaffMember } from '#testing/sign-in/people.ts'
import { deleteCarePlanTemplate } from './delete-care-plan-template.ts'

const { test, clinic } = await setUpClinic()

it('is deleted once, by members who write care plans, and audited', async () => {
  const templateId = await aCarePlanTemplate(test.db, clinic)
  const other = await aClinic(test.db)
  const viewer = await aStaffMember(test.db, clinic, { isReadOnly: true })
  const patient = await aPatient(test.db, clinic)
  for (const by of [viewer, patient])
    await expect(
      deleteCarePlanTemplate.call(test.services, by.caller(), { templateId }),
    ).rejects.toMatchObject({ code: 'not_allowed' })
  await expect(
    deleteCarePlanTemplate.call(test.services, other.admin.caller(), { templateId }),
  ).rejects.toMatchObject({ code: 'not_found' })
  await deleteCarePlanTemplate.call(test.services, clinic.admin.caller(), { templateId })
  await expect(
    deleteCarePlanTemplate.call(test.services, clinic.admin.caller(), { templateId }),
  ).rejects.toMatchObject({ code: 'not_found' })
  const trail = await test.db.asOwner('select action from app.audit_log where subject_id = $1', [templateId])
  expect(trail).toEqual([{ action: 'care_plan_template.deleted' }])
})
