import { expect, it } from 'vitest'
import { setUpClinic } from '#testing/set-up.ts'
import { aPatient, type Patient } from '#testing/sign-in/people.ts'
import { anOffer, aWaitlistEntry } from '#testing/waitlist.ts'
import { leaveWaitlist } from './leave-waitlist.ts'

const { test, clinic } = await setUpClinic({ now: '2026-03-10T15:00:00Z' }, { timeZone: 'America/New_York' })
const ann = await aPatient(test.db, clinic)

const end = (entryId: string, by: { caller: Patient['caller'] } = ann) =>
  leaveWaitlist.call(test.services, by.caller(), { entryId })

it('ends the waiting, and frees an offered time', async () => {
  const offerId = await anOffer(test.db, clinic, ann)
  const entryId = await aWaitlistEntry(test.db, clinic, ann)
  const held = () => test.db.asOwner('select 1 from app.busy_times where source_id = $1', [offerId])
  expect(await held()).toHaveLength(1)
  for (const _ of [1, 2]) expect(await end(entryId)).toEqual({ success: true })
  expect(await held()).toEqual([])
  const state = (table: string, id: string) =>
    test.db.asOwner(`select status from ${table} where id = $1`, [id])
  expect(await state('waitlist_entries', entryId)).toEqual([{ status: 'left' }])
  expect(await state('waitlist_offers', offerId)).toEqual([{ status: 'declined' }])
})
