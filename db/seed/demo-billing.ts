import type { PageUrl } from '#domain/checkouts/checkouts.ts'
import { dayMs, hourMs } from '#domain/values/durations.ts'
import { createCheckout } from '#server/features/clinic-tier/create-checkout.ts'
import { updatePaymentMethod } from '#server/features/clinic-tier/update-payment-method.ts'
import { changeOwnCard } from '#server/features/subscriptions/cards/change-own-card.ts'
import type { Caller } from '#server/platform/database/transactions.ts'
import { type DemoClinic, type DemoPatient, historyDays } from './demo-content.ts'
import { call, type DemoTools, settle } from './demo-tools.ts'

/** Within the retries of docs/decisions/0048, before new members are stopped. */
const daysWithBadCard = 4

const failedDaysAgo = 2
/** Stripe charges a renewal an hour after its invoice. */
const untilChargedMs = 3 * hourMs

export const cardNumbers = {
  good: '4242424242424242',
  declined: '4000000000000002',
  failsLater: '4000000000000341',
} as const

/** Events of the clinic's own payments, by day of the history. */
export function billingSteps(tools: DemoTools, content: DemoClinic, admin: Caller, startedAt: Date) {
  const { card, tier } = content.billing
  const steps: { onDay: number; run: () => Promise<void> }[] = []
  if (card === 'failsFirst') {
    const firstJoin = Math.min(...content.patients.map(({ joinsOnDay }) => joinsOnDay))
    steps.push({
      onDay: daysToFirstClose(startedAt, firstJoin) + daysWithBadCard,
      run: () => saveCard(tools, content, admin, 'good'),
    })
  }
  if (tier) {
    steps.push({
      onDay: tier.fromDay,
      async run() {
        await settle(tools)
        const { url } = await call<PageUrl>(tools, createCheckout, admin, { plan: tier.plan })
        await tools.submit(url, { ...cardForm(content), number: cardNumbers.good })
        await settle(tools)
      },
    })
  }
  return steps
}

/** Joining, and the charge of the first renewal two days ago, in days since the history began. */
export function failedRenewal(startedAt: Date): { joinsOnDay: number; failsOnDay: number } {
  const renewed = startedAt.getTime() + (historyDays - failedDaysAgo) * dayMs
  const joined = monthBefore(new Date(renewed))
  const day = (at: number) => (at - startedAt.getTime()) / dayMs
  return { joinsOnDay: day(joined), failsOnDay: day(renewed + untilChargedMs) }
}

/** Of Mar 30, the last day of February. */
function monthBefore(at: Date): number {
  const before = new Date(at)
  before.setUTCMonth(at.getUTCMonth() - 1)
  if (before.getUTCMonth() === at.getUTCMonth()) before.setUTCDate(0)
  return before.getTime()
}

/** The patient saves a card that the bank declines at the next renewal. */
export async function saveFailingCard(tools: DemoTools, patient: DemoPatient, caller: Caller): Promise<void> {
  const { url } = await call<PageUrl>(tools, changeOwnCard, caller, {})
  const card = { number: cardNumbers.failsLater, expiry: '11 / 34', cvc: '123', name: patient.name }
  await tools.submit(url, { action: 'card', ...card })
  await settle(tools)
}

/** When the months of the history are closed in every zone, in days and parts of a day since its start. */
export function monthEnds(startedAt: Date): number[] {
  const firsts = [1, 2, 3].map((months) =>
    Date.UTC(startedAt.getUTCFullYear(), startedAt.getUTCMonth() + months, 1, 17, 10),
  )
  return firsts.map((at) => (at - startedAt.getTime()) / dayMs).filter((onDay) => onDay < historyDays)
}

/** The day on which the month of the first joining is over and closed. */
function daysToFirstClose(startedAt: Date, firstJoin: number): number {
  const joined = new Date(startedAt.getTime() + firstJoin * dayMs)
  const closes = Date.UTC(joined.getUTCFullYear(), joined.getUTCMonth() + 1, 2)
  return Math.ceil((closes - startedAt.getTime()) / dayMs)
}

export async function saveCard(
  tools: DemoTools,
  content: DemoClinic,
  admin: Caller,
  card: keyof typeof cardNumbers,
): Promise<void> {
  await settle(tools)
  const { url } = await call<PageUrl>(tools, updatePaymentMethod, admin, {})
  await tools.submit(url, { action: 'card', ...cardForm(content), number: cardNumbers[card] })
  await settle(tools)
}

function cardForm({ team, subdomain }: DemoClinic) {
  const [owner] = team
  return {
    expiry: '11 / 34',
    cvc: '123',
    name: owner?.name ?? '',
    email: `${owner?.mailbox}@${subdomain}.test`,
  }
}
