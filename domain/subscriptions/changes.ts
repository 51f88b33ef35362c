/** Changes of a running subscription: the previewed amount is booked to the cent (docs/payments.md 10). */
import * as z from 'zod/mini'
import { attempt } from '../attempt.ts'
import { householdLimits } from '../plans/household.ts'
import { birthDate } from '../plans/inputs.ts'
import type { LeavingRule } from '../plans/place-law.ts'
import type { PlanInterval } from '../plans/plans.ts'
import { subscriptionTexts } from '../texts/subscriptions.ts'
import { instant } from '../values/calendar-date.ts'
import { onOneLine } from '../values/one-line.ts'

const texts = subscriptionTexts.page.household

export const quoteMinutes = 15

/** The previewed amount and the instant of its calculation. Negative: credited or refunded. */
export const quoteInput = z.object({
  at: instant(),
  amountCents: z.int(),
})
export type Quote = z.output<typeof quoteInput>

/** Accepts a previewed amount. Null: preview only. */
const agreed = z._default(z.nullable(z.object({ attempt, quote: quoteInput })), null)

const most = householdLimits.adults + householdLimits.children

/** Names are required only with `agreed`. */
export const changeHouseholdInput = z
  .object({
    subscriptionId: z.uuid(),
    add: z
      .array(
        z.object({
          name: z._default(z.string().check(onOneLine(), z.maxLength(200, texts.nameLong)), ''),
          /** Null for an adult. */
          bornOn: z.nullable(birthDate),
        }),
      )
      .check(z.maxLength(most, texts.tooMany)),
    /** Ids of people covered now. */
    remove: z.array(z.uuid()).check(z.maxLength(most + 1)),
    agreed,
  })
  .check(
    z.refine(({ add, agreed }) => agreed === null || add.every(({ name }) => name !== ''), {
      error: texts.nameMissing,
      path: ['add'],
    }),
  )

/** The plan resumes automatically after this many months. */
export const pauseInput = z.object({
  subscriptionId: z.uuid(),
  months: z._default(z.int().check(z.gte(1), z.lte(12)), 1),
  agreed,
})

export const agreedChangeInput = z.object({ subscriptionId: z.uuid(), agreed })

/** `priceId` is the adult's price of a plan on sale; `agreement` is sent with `agreed`. */
export const switchPlanInput = z
  .object({
    subscriptionId: z.uuid(),
    priceId: z.uuid(),
    agreement: z._default(
      z.nullable(
        z.object({
          version: z.string(),
          signedName: z
            .string()
            .check(onOneLine(), z.minLength(1, texts.nameMissing), z.maxLength(200, texts.nameLong)),
        }),
      ),
      null,
    ),
    agreed,
  })
  .check(
    z.refine(({ agreed, agreement }) => (agreed === null) === (agreement === null), { path: ['agreement'] }),
  )

/** Preview of a switch. A cheaper plan begins with the next period, and nothing is charged before. */
export interface SwitchPreview extends Quote {
  currency: string
  interval: PlanInterval
  isNow: boolean
  effectiveAt: string
  /** Per period, before coupons. */
  beforeCents: number
  afterCents: number
}

/** The preview, or null once the change is made. */
export interface ChangeAnswer<Preview extends Quote> {
  preview: Preview | null
  /** Stored, but not confirmed by Stripe yet. */
  isPending?: true
}

/** Instants are ISO strings. */
export interface HouseholdPreview extends Quote {
  currency: string
  interval: PlanInterval
  /** Per period, before coupons. */
  beforeCents: number
  afterCents: number
  /** Start of the next period. */
  nextAt: string
}

/** Preview of a pause: `amountCents` is the unused time, negative; it reduces the price of resuming. */
export interface PausePreview extends Quote {
  currency: string
  maxMonths: number
}

/** Preview of resuming: `amountCents` is charged at once, and a new period begins. */
export interface ResumePreview extends Quote {
  currency: string
  interval: PlanInterval
  creditCents: number
}

/** Preview of leaving at once: `amountCents` is refunded, negative. */
export interface LeavingPreview extends Quote {
  currency: string
  /** End of the plan if it were canceled instead. */
  periodEndsAt: string
  /** The rule of the calculation. */
  rule: LeavingRule
}

/** Two servers' clocks, or ours and Stripe's, may differ this much. */
export const clockSkewMs = 60_000

export function isQuoteCurrent(quote: Pick<Quote, 'at'>, now: Date): boolean {
  const age = now.getTime() - Date.parse(quote.at)
  return age >= -clockSkewMs && age <= quoteMinutes * 60_000
}
