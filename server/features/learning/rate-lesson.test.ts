import { expect, it } from 'vitest'
import type { Caller } from '#server/platform/database/transactions.ts'
import { aContentItem } from '#testing/content.ts'
import { setUpClinic } from '#testing/set-up.ts'
import { aPatient } from '#testing/sign-in/people.ts'
import { rateLesson } from './rate-lesson.ts'

const { test, clinic } = await setUpClinic()
const patient = await aPatient(test.db, clinic)

const rate = (itemId: string, rating: number, by: Caller = patient.caller()) =>
  rateLesson.call(test.services, by, { itemId, rating })

it('replaces earlier stars, and preserves the place', async () => {
  const { itemId } = await aContentItem(test.db, clinic, { status: 'published' })
  await rate(itemId, 2)
  await rate(itemId, 4)
  expect(
    await test.db.asOwner('select rating, position::integer from content_readings where item_id = $1', [
      itemId,
    ]),
  ).toEqual([{ rating: 4, position: 0 }])
})

it('accepts one to five, for readable content, and not from the team', async () => {
  const { itemId } = await aContentItem(test.db, clinic, { status: 'published' })
  for (const rating of [0, 6, 2.5])
    await expect(rate(itemId, rating)).rejects.toMatchObject({ code: 'invalid_input' })
  await expect(rate(itemId, 5, clinic.admin.caller())).rejects.toMatchObject({ code: 'not_allowed' })
  const draft = await aContentItem(test.db, clinic)
  await expect(rate(draft.itemId, 5)).rejects.toMatchObject({ code: 'not_found' })
})
