import { afterAll, expect, it } from 'vitest'
import { anAppointment } from '#testing/appointments.ts'
import { openTestServices } from '#testing/database/services.ts'
import { aRecord } from '#testing/patient-merges.ts'
import { aClinic } from '#testing/sign-in/people.ts'
import { mergePatients } from './merge-patients.ts'
import { partPatients } from './part-patients.ts'

const test = await openTestServices()
const clinic = await aClinic(test.db)
const admin = clinic.admin.caller()
afterAll(() => test.close())

const merge = async (intoId: string, fromId: string) =>
  (
    (await mergePatients.call(test.services, admin, {
      intoId,
      fromId,
    })) as { mergeId: string }
  ).mergeId
const part = (mergeId: string, caller = admin) => partPatients.call(test.services, caller, { mergeId })
const visitsOf = async (patientId: string) =>
  (
    await test.db.asOwner<{ id: string }>(
      'select id from appointments where patient_id = $1 order by starts_at',
      [patientId],
    )
  ).map(({ id }) => id)

it('returns the rows of the emptied record, leaves later ones, and happens once', async () => {
  const [into, from] = [await aRecord(test.db, clinic), await aRecord(test.db, clinic)]
  const came = await anAppointment(test.db, clinic, { patientId: from }, { date: '2026-04-06' })
  const mergeId = await merge(into, from)
  const since = await anAppointment(test.db, clinic, { patientId: into }, { date: '2026-04-07' })
  const settled = await Promise.allSettled([part(mergeId), part(mergeId)])
  expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect([await visitsOf(into), await visitsOf(from)]).toEqual([[since.id], [came.id]])
})

it('parts a chain from its end only', async () => {
  const [one, two, three] = [
    await aRecord(test.db, clinic),
    await aRecord(test.db, clinic),
    await aRecord(test.db, clinic),
  ]
  const visit = await anAppointment(test.db, clinic, { patientId: three }, { date: '2026-05-04' })
  const first = await merge(two, three)
  const second = await merge(one, two)
  expect(await visitsOf(one)).toEqual([visit.id])
  await expect(part(first)).rejects.toMatchObject({ code: 'not_found' })
  await part(second)
  expect(await visitsOf(two)).toEqual([visit.id])
  await part(first)
  expect(await visitsOf(three)).toEqual([visit.id])
})

it('a merge leaves one line in the list, and parting restores the other', async () => {
  const [into, from] = [await aRecord(test.db, clinic), await aRecord(test.db, clinic)]
  const listed = () =>
    test.db.asOwner<{ patient_id: string }>(
      `select m.patient_id from app.member_entries e
         join clinic_memberships m on m.clinic_id = e.clinic_id and m.id = e.membership_id
        where m.patient_id = any ($1::uuid[]) order by m.patient_id = $2`,
      [[into, from], from],
    )
  const mergeId = await merge(into, from)
  expect(await listed()).toEqual([{ patient_id: into }])
  await part(mergeId)
  expect(await listed()).toEqual([{ patient_id: into }, { patient_id: from }])
})
