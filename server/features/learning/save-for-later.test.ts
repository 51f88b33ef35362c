import { expect, it } from 'vitest'
import type { Caller } from '#server/platform/database/transactions.ts'
import { aContentItem } from '#testing/content.ts'
import { setUpClinic } from '#testing/set-up.ts'
import { aPatient } from '#testing/sign-in/people.ts'
import { aSecondFactor } from '#testing/sign-in/second-step.ts'
import { recordReading } from './record-reading.ts'
import { saveForLater } from './save-for-later.ts'

const { test, clinic } = await setUpClinic()
const patient = await aPatient(test.db, clinic)
const itemId = (await aContentItem(test.db, clinic, { status: 'published' })).itemId

const save = (isSaved = true, by: Caller = patient.caller()) =>
  saveForLater.call(test.services, by, { itemId, isSaved })
const savedBy = (by: Caller) =>
  test.services.transactions.withActor(by, (tx) =>
    tx
      .selectFrom('content_readings')
      .select(['item_id', 'position'])
      .where('saved_at', 'is not', null)
      .execute(),
  )

it('adds to the patient’s own list, with the place, and removes', async () => {
  await recordReading.call(test.services, patient.caller(), { itemId, position: 0.3 })
  await save()
  await save()
  expect(await savedBy(patient.caller())).toEqual([{ item_id: itemId, position: 0.3 }])
  const other = await aPatient(test.db, clinic)
  expect(await savedBy(other.caller())).toEqual([])
  await save(false)
  expect(await savedBy(patient.caller())).toEqual([])
})

it('is for patients, after the second step where they have one', async () => {
  await expect(save(true, clinic.admin.caller())).rejects.toMatchObject({ code: 'not_allowed' })
  const careful = await aPatient(test.db, clinic)
  await aSecondFactor(test.db, careful)
  await expect(save(true, careful.caller())).rejects.toMatchObject({ code: 'second_step_required' })
})
