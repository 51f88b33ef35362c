import * as z from 'zod/mini'
import { attempt } from '../attempt.ts'
import { couponCode } from '../coupons/inputs.ts'
import { type Household, justThePayer } from '../plans/household.ts'
import { householdInput } from '../plans/inputs.ts'
import { checkoutTexts } from '../texts/checkouts.ts'
import { onOneLine } from '../values/one-line.ts'

const personName = z
  .string()
  .check(
    onOneLine(),
    z.minLength(1, checkoutTexts.review.nameMissing),
    z.maxLength(200, checkoutTexts.review.nameLong),
  )

export const joinPlanInput = z.object({
  /** The adult's price. */
  priceId: z.uuid(),
  attempt,
  /** The people to cover. */
  household: z._default(householdInput, justThePayer),
  /** In the household's order. */
  names: z._default(z.object({ adults: z.array(personName), children: z.array(personName) }), {
    adults: [],
    children: [],
  }),
  coupon: z._default(z.nullable(couponCode), null),
  /** The accepted version and the payer's signature. */
  agreement: z.object({ version: z.string(), signedName: personName }),
})
export type JoinPlanInput = z.input<typeof joinPlanInput>

export interface CoveredPerson {
  name: string
  /** Null for an adult. */
  bornOn: string | null
}

/** Adults first, without the payer; undefined if names and household do not match. */
export function coveredPeople(
  { adults, children }: Household,
  names: { adults: readonly string[]; children: readonly string[] },
): CoveredPerson[] | undefined {
  if (names.adults.length !== adults || names.children.length !== children.length) return undefined
  return [
    ...names.adults.map((name) => ({ name, bornOn: null })),
    ...children.map((bornOn, index) => ({ name: names.children[index] ?? '', bornOn })),
  ]
}

/** The session id that Stripe appends to `/join/confirming`. */
export const joinStatusInput = z.object({ sessionId: z.string().check(z.regex(/^cs_[A-Za-z0-9_]{8,255}$/)) })

/** confirming: Stripe's event is not processed yet, poll again. active: the plan runs. expired: not paid in time. */
export interface JoinStatus {
  state: 'confirming' | 'active' | 'expired'
  planName: string
}

export interface PageUrl {
  url: string
}
