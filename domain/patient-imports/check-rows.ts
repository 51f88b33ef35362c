import * as z from 'zod/mini'
import { type PlanMoney, planCharges } from '../checkouts/charges.ts'
import { startAfterPaid } from '../checkouts/prepared-start.ts'
import { justThePayer } from '../plans/household.ts'
import type { PlanPrices } from '../plans/price-rows.ts'
import { checkoutTexts } from '../texts/checkouts.ts'
import { patientImportTexts } from '../texts/patient-imports.ts'
import { dayMs } from '../values/durations.ts'
import { oneLine } from '../values/line-text.ts'
import { formatMoney, parseAmount } from '../values/money.ts'
import { parsePhone, phoneCountry } from '../values/phones.ts'
import { dateIn } from '../values/zones.ts'
import type { ImportField } from './columns.ts'
import type { CheckedRow, DateOrder, FirstCharge, ImportedRow } from './patient-imports.ts'
import { typedDate } from './typed-dates.ts'

export interface ImportablePlan {
  id: string
  name: string
  prices: PlanPrices[]
  money: Pick<PlanMoney, 'childAgeLimit' | 'trialDays' | 'tax'>
}

export interface ImportFacts {
  now: Date
  timeZone: string
  currency: string
  dateOrder: DateOrder
  plans: readonly ImportablePlan[]
  /** In lower case. */
  known: ReadonlySet<string>
}

/** More is a typo, and exceeds Stripe's limit. */
const mostDaysPaid = 730
const isAddress = z.email()
const texts = patientImportTexts.problems

/** Of two rows with one address, the later is `repeated`. */
export function checkRows(rows: readonly ImportedRow[], facts: ImportFacts): CheckedRow[] {
  const seen = new Set<string>()
  return rows.map((row) => {
    const checked = checkRow(row, facts)
    if (checked.state !== 'ready') return checked
    if (seen.has(checked.email)) return { ...checked, state: 'repeated' }
    seen.add(checked.email)
    return facts.known.has(checked.email) ? { ...checked, state: 'here' } : checked
  })
}

function checkRow({ line, cells }: ImportedRow, facts: ImportFacts): CheckedRow {
  const problems: CheckedRow['problems'] = {}
  const refuse = (field: ImportField, text: string) => {
    problems[field] ??= text
    return null
  }
  const typed = (field: ImportField) => oneLine(cells[field] ?? '')
  const today = dateIn(facts.now, facts.timeZone)

  const name = typed('fullName') || [typed('firstName'), typed('lastName')].filter(Boolean).join(' ')
  if (name === '') refuse('fullName', texts.nameMissing)
  if (name.length > 200) refuse('fullName', texts.nameLong)
  const email = typed('email').toLowerCase()
  if (email === '') refuse('email', texts.emailMissing)
  else if (email.length > 255 || !isAddress.safeParse(email).success) refuse('email', texts.email)

  const dateOf = (field: 'birthday' | 'paidUntil') =>
    typed(field) === '' ? null : (typedDate(typed(field), facts.dateOrder) ?? refuse(field, texts.date))
  const birthday = dateOf('birthday')
  if (birthday && (birthday > today || birthday < '1900-01-01')) refuse('birthday', texts.birthday)
  const phone =
    typed('phone') === ''
      ? null
      : (parsePhone(typed('phone'), phoneCountry(facts.currency)) ?? refuse('phone', texts.phone))

  const offer = chosenOffer({ plan: typed('plan'), price: typed('price') }, facts, refuse)
  const paidUntil = dateOf('paidUntil')
  if (paidUntil && typed('plan') === '') refuse('plan', texts.planMissing)
  const lastDay = dateIn(new Date(facts.now.getTime() + mostDaysPaid * dayMs), facts.timeZone)
  if (paidUntil && paidUntil > lastDay) refuse('paidUntil', texts.paidTooFar)

  const isReady = Object.keys(problems).length === 0
  return {
    line,
    state: isReady ? 'ready' : 'problem',
    problems,
    name,
    email,
    birthday,
    phone,
    plan: offer && {
      planId: offer.plan.id,
      priceId: offer.price.id,
      name: offer.plan.name,
      interval: offer.price.interval,
    },
    paidUntil,
    firstCharge: isReady && offer ? firstCharge(offer, paidUntil, facts) : null,
  }
}

interface ChosenOffer {
  plan: ImportablePlan
  price: PlanPrices
}

function chosenOffer(
  { plan: name, price: typed }: { plan: string; price: string },
  { plans, currency }: ImportFacts,
  refuse: (field: ImportField, text: string) => null,
): ChosenOffer | null {
  if (name === '') return typed === '' ? null : refuse('plan', texts.planMissing)
  const named = plans.filter((plan) => plan.name.toLowerCase() === name.toLowerCase())
  const [plan] = named
  if (!plan) return refuse('plan', texts.planUnknown)
  if (named.length > 1) return refuse('plan', texts.planTwice)
  const said = plan.prices
    .map(
      (each) => `${formatMoney(each.amountCents, each.currency)} ${checkoutTexts.perInterval[each.interval]}`,
    )
    .join(', ')
  if (typed === '') {
    const [only] = plan.prices
    return only && plan.prices.length === 1
      ? { plan, price: only }
      : refuse('price', texts.priceMissing(said))
  }
  const cents = parseAmount(typed, currency)
  const price = plan.prices.find(({ amountCents }) => amountCents === cents)
  return price ? { plan, price } : refuse('price', texts.priceUnknown(said))
}

/** docs/domain-rules.md goal 10 */
export function firstCharge(
  { plan, price }: ChosenOffer,
  paidUntil: string | null,
  { now, timeZone }: Pick<ImportFacts, 'now' | 'timeZone'>,
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
