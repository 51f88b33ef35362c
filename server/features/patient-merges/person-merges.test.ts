import { afterAll, expect, it } from 'vitest'
import { openTestServices } from '#testing/database/services.ts'
import { aRecord } from '#testing/patient-merges.ts'
import { aClinic } from '#testing/sign-in/people.ts'
import { mergePatients } from './merge-patients.ts'
import { partPatients } from './part-patients.ts'
import { personMerges } from './person-merges.ts'

const test = await openTestServices()
const clinic = await aClinic(test.db)
const admin = clinic.admin.caller()
afterAll(() => test.close())

const mergesOf = async (patientId: string, caller = admin) =>
  ((await personMerges.call(test.services, caller, { patientId })) as { merges: object[] }).merges

it('lists the records merged into one, until they are parted', async () => {
  const [intoId, fromId] = [await aRecord(test.db, clinic), await aRecord(test.db, clinic, 'Nora L.')]
  expect(await mergesOf(intoId)).toEqual([])
  const { mergeId } = (await mergePatients.call(test.services, admin, {
    intoId,
    fromId,
  })) as { mergeId: string }
  expect(await mergesOf(intoId)).toEqual([
    { id: mergeId, name: 'Nora L.', mergedAt: test.clock.now().toISOString(), waitingVisits: 0 },
  ])
  await partPatients.call(test.services, admin, { mergeId })
  expect(await mergesOf(intoId)).toEqual([])
})
