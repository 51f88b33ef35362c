import { expect, it } from 'vitest'
import { deliverNotice } from '#server/features/notices/deliver-notice.ts'
import { setUpSale } from '#testing/money/set-up.ts'
import type { Patient } from '#testing/sign-in/people.ts'
import { noticeExpiringCards } from './notice-expiring-cards.ts'

const { test, clinic, plan } = await setUpSale()

// spec: B2.7 A card that expires is announced a month before
it('mails the owner once, a month before the card of a plan expires, and not after a new card', async () => {
  const patient = await test.aMember(clinic, plan)
  const changed = await test.aMember(clinic, plan)
  const ids = [patient.patientId, changed.patientId]
  // on the 10th at least 18 and at most 21 days are left
  const now = test.services.clock.now()
  await test.pass(`P${now.getUTCDate() < 10 ? 10 - now.getUTCDate() : 40 - now.getUTCDate()}D`)
  const expireIn = (year: number, of: Patient[] | null = null) =>
    test.db.asOwner(
      `update patient_cards set exp_month = extract(month from $1::timestamptz at time zone 'UTC'),
         exp_year = $2 + extract(year from $1::timestamptz at time zone 'UTC') where patient_id = any ($3)`,
      [test.services.clock.now(), year, of?.map(({ patientId }) => patientId) ?? ids],
    )
  const job = noticeExpiringCards(test.services)
  await expireIn(1)
  expect(await job.run({})).toEqual({ found: 0 })
  await expireIn(0)
  expect(await job.run({})).toEqual({ found: 2 })
  await job.run({})
  await expireIn(3, [changed])
  const notices = await test.db.asOwner<{ clinicId: string; noticeId: string }>(
    `select clinic_id as "clinicId", id as "noticeId" from app.notices where kind = 'card_expiring'`,
  )
  expect(notices).toHaveLength(2)
  for (const notice of notices) await deliverNotice(test.services).run(notice)
  const outcomes = await test.db.asOwner<{ outcome: string }>(
    `select outcome from app.notices where kind = 'card_expiring' order by outcome`,
  )
  expect(outcomes.map(({ outcome }) => outcome)).toEqual(['another card', 'mailed'])
})
