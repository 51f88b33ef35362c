import { expect, it } from 'vitest'
import { agreement } from '#testing/money/agreement.ts'
import { setUpSale } from '#testing/money/set-up.ts'
import { sessionOf } from '#testing/money/subscriptions.ts'
import { aPatient, type Patient } from '#testing/sign-in/people.ts'
import { joinPlan } from './join-plan.ts'
import { joinStatus } from './join-status.ts'

const { test, clinic, plan } = await setUpSale()

function join(patient: Patient) {
  return test.call(joinPlan, patient.caller(), {
    priceId: plan.price.id,
    attempt: crypto.randomUUID(),
    agreement,
  })
}

function status(patient: Patient, sessionId: string) {
  return test.call(joinStatus, patient.caller(), { sessionId })
}

it('reads from Stripe when the event is lost', async () => {
  const patient = await aPatient(test.db, clinic)
  const { location } = await test.pay((await join(patient)).url)
  expect(await status(patient, sessionOf(location))).toMatchObject({ state: 'confirming' })
  // delivers no event: only the job queued by the page's call runs
  await test.services.jobs.drain()
  expect(await status(patient, sessionOf(location))).toMatchObject({ state: 'active' })
  expect(
    await test.services.transactions.withActor(patient.caller(), (tx) =>
      tx.selectFrom('invoices').select('status').execute(),
    ),
  ).toEqual([{ status: 'paid' }])
  await test.work()
})

it('reports a page that expired unpaid', async () => {
  const patient = await aPatient(test.db, clinic)
  const { url } = await join(patient)
  const [row] = await test.db.asOwner<{ stripe_session: string }>(
    'select stripe_session from app.checkouts where subject_id = $1',
    [patient.patientId],
  )
  await test.pass('PT25H')
  expect(await status(patient, row?.stripe_session ?? '')).toMatchObject({ state: 'expired' })
  expect((await test.pay(url)).status).toBe(410)
  expect((await join(patient)).url).not.toBe(url)
})

it('reveals nothing about another patient’s session', async () => {
  const [owner, other] = [await aPatient(test.db, clinic), await aPatient(test.db, clinic)]
  const { location } = await test.pay((await join(owner)).url)
  await expect(status(other, sessionOf(location))).rejects.toMatchObject({ code: 'not_found' })
  await expect(status(other, 'cs_test_unknown00')).rejects.toMatchObject({ code: 'not_found' })
})
