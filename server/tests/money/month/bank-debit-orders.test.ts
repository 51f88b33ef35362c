// Mails about a bank debit are true when they are sent, in any order of Stripe's events and however late they come.
import fc from 'fast-check'
import { afterAll, expect, it } from 'vitest'
import {
  bankAccounts,
  differences,
  moneyOf,
  openBankDebits,
  orderFromAccount,
} from '#testing/money/bank-debits.ts'
import { aPatient } from '#testing/sign-in/people.ts'

const { test, clinic, plan } = await openBankDebits()
afterAll(() => test.close())

const stages = {
  'has begun': { account: bankAccounts.good, wait: 'PT1H' },
  'has arrived': { account: bankAccounts.good, wait: 'P7D' },
  'has failed': { account: bankAccounts.noFunds, wait: 'P7D' },
}

const known: Record<keyof typeof stages, object> = {
  'has begun': { plan: 'active', payments: ['pending'], receipts: 0, mails: ['payment-processing'] },
  'has arrived': { plan: 'active', payments: ['succeeded'], receipts: 1, mails: ['payment-received'] },
  'has failed': { plan: 'past_due', payments: ['failed'], receipts: 0, mails: ['payment-failed'] },
}

it.each(Object.keys(stages) as (keyof typeof stages)[])(
  'after a debit that %s, events in any order and twice lead to its one mail',
  async (stage) => {
    const { account, wait } = stages[stage]
    await fc.assert(
      fc.asyncProperty(fc.infiniteStream(fc.nat()), async (numbers) => {
        const patient = await aPatient(test.db, clinic)
        const since = Math.floor(test.clock.now().getTime() / 1000)
        await orderFromAccount(test, patient, plan, account)
        test.clock.advance(wait)
        await test.sandbox.settle()
        const events = await test.client.events.list(
          { limit: 100, created: { gte: since } },
          { stripeAccount: clinic.account },
        )
        const shuffled = events.data
          .filter(({ type }) => !/^(payment|product|price|capability)/.test(type))
          .flatMap((event) => [event, event])
          .map((event) => ({ event, at: numbers.next().value ?? 0 }))
          .sort((a, b) => a.at - b.at)
        for (const { event } of shuffled) {
          await test.hook('connect', ...signed(JSON.stringify(event)))
          await test.services.jobs.drain()
        }
        expect(await moneyOf(test, clinic, patient)).toMatchObject(known[stage])
        test.clock.advance('P10D')
        await test.sandbox.settle()
        await test.work()
      }),
      { numRuns: 3 },
    )
    expect(await differences(test, clinic)).toEqual([])
  },
  120_000,
)

function signed(body: string): [string, string] {
  return [body, test.sign('connect', body)]
}
