import type { TestClinic } from '../sign-in/people.ts'
import type { TestPayments } from './payments.ts'

/** A complete input of `save-plan`. */
export const planDraft = {
  kind: 'wellness',
  name: 'Whole Year',
  description: 'For everybody.',
  includes: ['Unlimited visits', 'Labs'],
  interval: 'month',
  amountCents: 9_900,
}

/** As a visitor of a clinic's host sees them, through the data API's role. */
export function offersAt(test: TestPayments, clinic: TestClinic) {
  const visitor = { ...clinic.admin.caller(), userId: null, sessionId: null }
  return test.services.transactions.withActor(visitor, (tx) =>
    tx
      .selectFrom('plans')
      .innerJoin('plan_prices', 'plan_prices.plan_id', 'plans.id')
      .select(['plans.id', 'plans.name', 'plan_prices.amount_cents'])
      .execute(),
  )
}
