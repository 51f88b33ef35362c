import { expect, it } from 'vitest'
import { anAppointment } from '#testing/appointments.ts'
import { setUpClinic } from '#testing/set-up.ts'
import { aClinic, aPatient, aStaffMember, type Member } from '#testing/sign-in/people.ts'
import { missVisit } from '#testing/visit-fees.ts'
import { waiveVisitFee } from './waive-visit-fee.ts'

const { test, clinic } = await setUpClinic({ now: '2026-03-10T15:00:00Z' })

const waive = (appointmentId: string, isWaived = true, by: Member = clinic.admin) =>
  waiveVisitFee.call(test.services, by.caller(), { appointmentId, isWaived })
const aMissedVisit = async () =>
  missVisit(test.db, (await anAppointment(test.db, clinic, await aPatient(test.db, clinic))).id)
const factsOf = async (id: string) =>
  (
    await test.db.asOwner<{ action: string }>(
      `select action from audit_log where clinic_id = $1 and subject_id = $2 and action like 'visit_fee%' order by id`,
      [clinic.id, id],
    )
  ).map(({ action }) => action)

it('waives a fee, and undoes that, each once', async () => {
  const id = await aMissedVisit()
  await waive(id)
  await waive(id)
  await waive(id, false)
  expect(await factsOf(id)).toEqual(['visit_fee.waived', 'visit_fee.waiver_undone'])
})

it('is for the roles of money, and for a fee that is not charged and not being charged', async () => {
  const id = await aMissedVisit()
  await expect(waive(id, true, await aStaffMember(test.db, clinic))).rejects.toMatchObject({
    code: 'not_allowed',
  })
  await expect(waive(id, true, (await aClinic(test.db)).admin)).rejects.toMatchObject({ code: 'not_found' })
  await test.db.asOwner(
    `update visit_fees set reason = 'no_show', claimed_at = $2 where appointment_id = $1`,
    [id, test.clock.now()],
  )
  await expect(waive(id)).rejects.toMatchObject({ code: 'visit_fee_charging' })
  test.clock.advance('PT3M')
  await waive(id)
  expect(await factsOf(id)).toEqual(['visit_fee.waived'])
})
