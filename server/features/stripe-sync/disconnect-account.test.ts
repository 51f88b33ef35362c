// A clinic disconnects Carefold in its Stripe dashboard: account.application.deauthorized (docs/payments.md 7).
import { afterAll, expect, it } from 'vitest'
import { agreement } from '#testing/money/agreement.ts'
import { openTestSale } from '#testing/money/payments.ts'
import { subscriptionOf } from '#testing/money/subscriptions.ts'
import { heardBy } from '#testing/notices.ts'
import { aPatient, aStaffMember } from '#testing/sign-in/people.ts'
import { joinPlan } from '../checkouts/join-plan.ts'
import { publishPlan } from '../plans/publish-plan.ts'
import { savePlan } from '../plans/save-plan.ts'

const sale = await openTestSale()
const member = await sale.test.aMember(sale.clinic, sale.plan)
afterAll(() => sale.test.close())

it('stops joining, notifies the admins once, and members keep their plans', async () => {
  const { test, clinic, plan } = sale
  const staff = await aStaffMember(test.db, clinic)
  const before = await subscriptionOf(test, member)
  test.sandbox.chaos.duplicate = true
  await test.client.accounts.del(clinic.account)
  await test.work()
  await test.runDue()
  test.sandbox.chaos.duplicate = false
  const [account] = await test.db.asOwner(
    'select state, charges_enabled from payout_accounts where clinic_id = $1',
    [clinic.id],
  )
  expect(account).toEqual({ state: 'disconnected', charges_enabled: false })
  const heard = async (person: { userId: string }) =>
    (await heardBy(test.db, person)).filter(({ kind }) => kind === 'payouts_blocked')
  expect(await heard(clinic.admin)).toHaveLength(1)
  expect(await heard(staff)).toEqual([])
  const audits = await test.db.asOwner(
    "select details from app.audit_log where clinic_id = $1 and action = 'payout_account.disconnected'",
    [clinic.id],
  )
  expect(audits).toHaveLength(1)

  const patient = await aPatient(test.db, clinic)
  const join = { priceId: plan.price.id, attempt: crypto.randomUUID(), agreement }
  await expect(test.call(joinPlan, patient.caller(), join)).rejects.toMatchObject({ code: 'joining_paused' })
  const draft = await test.call(savePlan, clinic.admin.caller(), {
    kind: 'wellness',
    name: 'Half Year',
    interval: 'month',
    amountCents: 4_900,
  })
  await expect(test.call(publishPlan, clinic.admin.caller(), { planId: draft.id })).rejects.toMatchObject({
    code: 'payouts_not_ready',
  })
  expect(await subscriptionOf(test, member)).toEqual(before)
})

it('sets a pending event aside, and no further one arrives', async () => {
  const { test, clinic } = sale
  const events = () =>
    test.db.asOwner('select type, outcome from app.webhook_events where account = $1 order by arrived_no', [
      clinic.account,
    ])
  const body = JSON.stringify({
    id: 'evt_onitsway',
    object: 'event',
    created: Math.floor(test.clock.now().getTime() / 1_000),
    livemode: false,
    type: 'invoice.paid',
    account: clinic.account,
    data: { object: { id: 'in_onitsway', object: 'invoice' } },
  })
  expect((await test.hook('connect', body, test.sign('connect', body))).status).toBe(200)
  await test.work()
  const before = await events()
  expect(before.at(-1)).toEqual({ type: 'invoice.paid', outcome: 'disconnected' })
  await test.pass('P31D')
  expect(await events()).toEqual(before)
})

it('does not stop the month’s close, so that disconnecting does not save the commission', async () => {
  const { test, clinic } = sale
  await test.runDue()
  const statements = await test.db.asOwner(
    'select month, commission_cents from statements where clinic_id = $1 order by month',
    [clinic.id],
  )
  expect(statements).toEqual([{ month: '2026-03', commission_cents: 1_188 }])
})
