import { expect, it } from 'vitest'
import { setUpClinic } from '#testing/set-up.ts'
import { aPatient, type Patient } from '#testing/sign-in/people.ts'
import { anOffer } from '#testing/waitlist.ts'
import { declineOffer } from './decline-offer.ts'

const { test, clinic } = await setUpClinic({ now: '2026-03-10T15:00:00Z' }, { timeZone: 'America/New_York' })
const ann = await aPatient(test.db, clinic)

const answer = (offerId: string, by: { caller: Patient['caller'] } = ann) =>
  declineOffer.call(test.services, by.caller(), { offerId })

it('frees the time and preserves the place in line; an ended offer stays unchanged', async () => {
  const offerId = await anOffer(test.db, clinic, ann)
  for (const _ of [1, 2]) expect(await answer(offerId)).toEqual({ success: true })
  expect(
    await test.db.asOwner(
      `select o.status, w.status as entry from waitlist_offers o join waitlist_entries w on w.id = o.entry_id where o.id = $1`,
      [offerId],
    ),
  ).toEqual([{ status: 'declined', entry: 'waiting' }])
  expect(await test.db.asOwner('select 1 from app.busy_times where source_id = $1', [offerId])).toEqual([])
})
