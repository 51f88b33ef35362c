import { expect, it } from 'vitest'
import { setUpPayments } from '#testing/money/set-up.ts'
import { aPatient } from '#testing/sign-in/people.ts'
import { saveAppointmentType } from '../scheduling/save-appointment-type.ts'
import { visitPlans } from './visit-plans.ts'

const test = await setUpPayments()

it('lists the types of visits that the caller’s plan includes, and those of other plans', async () => {
  const clinic = await test.aSellingClinic()
  const plan = await test.aPublishedPlan(clinic)
  const member = await test.aMember(clinic, plan)
  const other = await aPatient(test.db, clinic)
  const [{ id: planId } = { id: '' }] = await test.db.asOwner<{ id: string }>(
    'select id from plans where clinic_id = $1',
    [clinic.id],
  )
  const type = {
    version: 0,
    name: 'Yearly check-up',
    durationMinutes: 40,
    beforeMinutes: 0,
    afterMinutes: 0,
    place: 'in_person',
    videoLink: '',
    patientsBook: 'yes',
    minNoticeMinutes: 60,
    maxNoticeDays: 30,
    cancelWindowHours: 48,
    cancelPolicy: '',
    lateCancelFeeCents: null,
    noShowFeeCents: null,
    feeText: '',
    bring: '',
    isActive: true,
  } as const
  const { key } = (await test.call(saveAppointmentType, clinic.admin.caller(), {
    ...type,
    plans: [planId],
  } as never)) as { key: string }

  expect(await test.call(visitPlans, member.caller(), {})).toEqual({
    types: [{ key, plan: expect.any(String) }],
  })
  expect(await test.call(visitPlans, other.caller(), {})).toEqual({ types: [{ key, plan: null }] })

  await expect(
    test.call(saveAppointmentType, clinic.admin.caller(), { ...type, plans: [crypto.randomUUID()] } as never),
  ).rejects.toMatchObject({ code: 'invalid_input' })
})
