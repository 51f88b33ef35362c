import { type PlanMoney, planCharges } from '../checkouts/charges.ts'
import { startAfterPaid } from '../checkouts/prepared-start.ts'
import { justThePayer } from '../plans/household.ts'
import type { PlanPrices } from '../plans/price-rows.ts'
import { checkoutTexts } from '../texts/checkouts.ts'
import { patientImportTexts } from '../texts/patient-imports.ts'
import { fold } from '../values/fold.ts'
import { oneLine } from '../values/line-text.ts'
import { formatMoney, parseAmount } from '../values/money.ts'
import type { ImportField } from './columns.ts'
import type { CheckedFile, FilePlan, FirstCharge, OfferedPlan, PlanName } from './patient-imports.ts'

const texts = patientImportTexts.problems

export interface ImportablePlan {
  id: string
  name: string
  prices: PlanPrices[]
  money: Pick<PlanMoney, 'childAgeLimit' | 'trialDays' | 'tax'>
}

interface ChosenOffer {
  plan: ImportablePlan
  price: PlanPrices
}

interface PlanFacts {
  plans: readonly ImportablePlan[]
  currency: string
}

/** The plan of a row: as chosen for its name, else the published plan with this name. */
export function chosenOffer(
  { name, price: typed }: { name: string; price: string },
  planNames: readonly PlanName[],
  { plans, currency }: PlanFacts,
  refuse: (field: ImportField, text: string) => null,
): ChosenOffer | null {
  if (name === '') return typed === '' ? null : refuse('plan', texts.planMissing)
  const choice = planNames.find((each) => fold(each.name) === fold(name))
  if (choice && !choice.offer) return null
  const named = choice
    ? plans.filter(({ id }) => id === choice.offer?.planId)
    : plans.filter((plan) => fold(plan.name) === fold(name))
  const [plan] = named
  if (!plan) return refuse('plan', texts.planUnknown(name))
  if (named.length > 1) return refuse('plan', texts.planTwice(name))
  const chosen = plan.prices.find(({ id }) => id === choice?.offer?.priceId)
  if (typed === '') {
    const price = chosen ?? (plan.prices.length === 1 ? plan.prices[0] : undefined)
    return price ? { plan, price } : refuse('plan', texts.priceMissing(plan.name, pricesOf(plan)))
  }
  const cents = parseAmount(typed, currency)
  const price = plan.prices.find(({ amountCents }) => amountCents === cents)
  return price ? { plan, price } : refuse('price', texts.priceUnknown(typed, pricesOf(plan)))
}

function pricesOf({ prices }: ImportablePlan): string {
  return prices
    .map(
      (each) => `${formatMoney(each.amountCents, each.currency)} ${checkoutTexts.perInterval[each.interval]}`,
    )
    .join(', ')
}

/** The distinct plan names of a file, as first written. */
export function filePlans({ rows, planNames }: CheckedFile, facts: PlanFacts): FilePlan[] {
  const found = new Map<string, { name: string; prices: string[] }>()
  for (const { cells } of rows) {
    const name = oneLine(cells.plan ?? '')
    if (name === '') continue
    const plan = found.get(fold(name)) ?? { name, prices: [] }
    plan.prices.push(oneLine(cells.price ?? ''))
    found.set(fold(name), plan)
  }
  return [...found].map(([key, { name, prices }]) => {
    const choice = planNames.find((each) => fold(each.name) === key)
    const isKnown =
      facts.plans.some((plan) => fold(plan.name) === key) &&
      prices.every((price) => {
        let isReadable = true
        // an unknown price is reported at its row: no choice of a plan changes it
        chosenOffer({ name, price }, [], facts, (field) => {
          if (field === 'plan') isReadable = false
          return null
        })
        return isReadable
      })
    return { name, rows: prices.length, offer: choice?.offer ?? null, isKnown }
  })
}

export function offeredPlans(plans: readonly ImportablePlan[]): OfferedPlan[] {
  return plans.flatMap(({ id, name, prices }) =>
    prices.map((price) => ({
      planId: id,
      priceId: price.id,
      name,
      interval: price.interval,
      amountCents: price.amountCents,
      currency: price.currency,
    })),
  )
}

/** docs/domain-rules.md goal 10 */
export function firstCharge(
  { plan, price }: ChosenOffer,
  paidUntil: string | null,
  { now, timeZone }: { now: Date; timeZone: string },
): FirstCharge {
  const money: PlanMoney = { ...plan.money, ...price }
  const begins = paidUntil ? startAfterPaid(paidUntil, now, timeZone) : null
  const { today, next } = planCharges(money, justThePayer, { now, timeZone, begins }, 1)
  const first = today.totalCents > 0 ? today : (next[0] ?? today)
  return {
    on: begins ? first.on : null,
    afterDays: begins || today.totalCents > 0 ? 0 : money.trialDays,
    totalCents: first.totalCents,
    currency: money.currency,
  }
}
