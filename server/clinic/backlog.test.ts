import { expect, it } from 'vitest'
import { sweepClinic } from '#server/features/stripe-sync/sweep-clinic.ts'
import { setUpSale } from '#testing/money/set-up.ts'
import { drainOutboxes } from '#testing/outbox.ts'
import { readBacklog } from './backlog.ts'

const { test, clinic, plan } = await setUpSale()

const plansWithoutPeriod = async () =>
  (await readBacklog(test.services.transactions, test.clock.now())).plansWithoutPeriod

it('reports a running plan without a next charge after the nightly sweep', async () => {
  await test.aMember(clinic, plan)
  expect(await plansWithoutPeriod()).toBe(0)
  test.clock.advance('P34D')
  expect(await plansWithoutPeriod()).toBe(1)
  await test.sandbox.settle()
  await sweepClinic(test.services, clinic.id)
  expect(await plansWithoutPeriod()).toBe(0)
})

it('reports a cancellation that Stripe has not confirmed for a day', async () => {
  const unconfirmed = async () =>
    (await readBacklog(test.services.transactions, test.clock.now())).unconfirmedPlans
  await test.db.asOwner(
    'update subscriptions set pending_cancel = true, pending_since = $2 where clinic_id = $1',
    [clinic.id, test.clock.now()],
  )
  expect(await unconfirmed()).toBe(0)
  test.clock.advance('PT25H')
  expect(await unconfirmed()).toBe(1)
})

it('reports rows of the outbox that no worker has drained', async () => {
  const waiting = async () =>
    (await readBacklog(test.services.transactions, test.clock.now())).jobs.filter(
      ({ queue }) => queue === 'outbox',
    )
  await drainOutboxes(test.db)
  expect(await waiting()).toEqual([])
  await test.db.asOwner(`select app.add_to_outbox($1, 'waitlist', null, null, null)`, [clinic.id])
  expect(await waiting()).toEqual([{ queue: 'outbox', state: 'waiting', count: 1 }])
})
