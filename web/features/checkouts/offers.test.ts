import { expect, test } from 'vitest'
import {
  canSwitchInterval,
  findChoice,
  joinable,
  type Offer,
  type OfferPrice,
  priceFor,
  yearlySavingCents,
} from './offers.ts'

const forOne = { currency: 'usd', childCents: null, householdCents: null, enrolmentCents: null }
const monthly: OfferPrice = { ...forOne, id: 'month', interval: 'month', amountCents: 4900 }
const yearly: OfferPrice = { ...forOne, id: 'year', interval: 'year', amountCents: 49000 }

function offer(prices: OfferPrice[]): Offer {
  return {
    id: 'p1',
    kind: 'wellness',
    name: 'Everyday',
    description: '',
    includes: [],
    excludes: [],
    childAgeLimit: 18,
    maxPauseMonths: 0,
    leavingRefund: 'unused',
    place: null,
    trialDays: 0,
    prices,
  }
}

test('does not offer a plan without a price', () => {
  expect(joinable([offer([]), offer([monthly])])).toEqual([offer([monthly])])
})

test('offers the interval switch only if one plan has both intervals', () => {
  expect(canSwitchInterval([offer([monthly]), offer([yearly])])).toBe(false)
  expect(canSwitchInterval([offer([monthly]), offer([yearly, monthly])])).toBe(true)
})

test('shows the only price of a plan, whatever the switch says', () => {
  expect(priceFor(offer([monthly]), 'year')).toBe(monthly)
  expect(priceFor(offer([monthly, yearly]), 'year')).toBe(yearly)
})

test('ignores a choice that is no longer offered', () => {
  const both = offer([monthly, yearly])
  expect(findChoice([both], 'year')).toEqual({ offer: both, price: yearly })
  expect(findChoice([both], 'gone')).toBeNull()
  expect(findChoice([both], null)).toBeNull()
})

test('states the saving of a yearly price, if any', () => {
  expect(yearlySavingCents(offer([monthly, yearly]))).toBe(9800)
  expect(yearlySavingCents(offer([monthly, { ...yearly, amountCents: 58800 }]))).toBeNull()
  expect(yearlySavingCents(offer([monthly, { ...yearly, currency: 'cad' }]))).toBeNull()
  expect(yearlySavingCents(offer([yearly]))).toBeNull()
})
