/** Changes of a running subscription: what is shown before the click is then booked to the cent (docs/payments.md 10). */
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

/** So long an amount that was shown can be agreed to. */
export const quoteMinutes = 15

/** What a person saw: the moment that it was counted at, and the amount. Below zero it is credited or given back. */
export const quoteInput = z.object({
  at: instant(),
  amountCents: z.int(),
})
export type Quote = z.output<typeof quoteInput>

/** The second click, on an amount that was shown. Without it a change is only previewed. */
const agreed = z._default(z.nullable(z.object({ attempt, quote: quoteInput })), null)

const most = householdLimits.adults + householdLimits.children

/** Input of `change-household`: names are asked for with the second click. */
export const changeHouseholdInput = z
  .object({
    subscriptionId: z.uuid(),
    add: z
      .array(
        z.object({
          name: z._default(z.string().check(onOneLine(), z.maxLength(200, texts.nameLong)), ''),
          /** null: an adult. */
          bornOn: z.nullable(birthDate),
        }),
      )
      .check(z.maxLength(most, texts.tooMany)),
    /** Ids of those who are covered now. */
    remove: z.array(z.uuid()).check(z.maxLength(most + 1)),
    agreed,
  })
  .check(
    z.refine(({ add, agreed }) => agreed === null || add.every(({ name }) => name !== ''), {
      error: texts.nameMissing,
      path: ['add'],
    }),
  )

/** Input of `pause-subscription`: it goes on by itself after so many months. */
export const pauseInput = z.object({
  subscriptionId: z.uuid(),
  months: z._default(z.int().check(z.gte(1), z.lte(12)), 1),
  agreed,
})

/** Input of `unpause-subscription` and `leave-plan`. */
export const agreedChangeInput = z.object({ subscriptionId: z.uuid(), agreed })

/** Input of `switch-plan`: `priceId` is the adult's price of a plan on sale, `agreement` comes with the second click. */
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

/** Another plan before the click. A cheaper one begins with the next period, and nothing is charged for it before. */
export interface SwitchPreview extends Quote {
  currency: string
  interval: PlanInterval
  isNow: boolean
  effectiveAt: string
  /** Of a whole period, before any coupon. */
  beforeCents: number
  afterCents: number
}

/** What an action that changes a subscription answers: what it would cost, or null once it is done. */
export interface ChangeAnswer<Preview extends Quote> {
  preview: Preview | null
  /** Recorded, and not confirmed by Stripe yet. */
  isPending?: true
}

/** Other people before the click. Instants are ISO strings. */
export interface HouseholdPreview extends Quote {
  currency: string
  interval: PlanInterval
  /** Of a whole period, before any coupon. */
  beforeCents: number
  afterCents: number
  /** When the next period begins. */
  nextAt: string
}

/** A pause before the click: `amountCents` is the unused time, below zero; it is taken off what going on costs. */
export interface PausePreview extends Quote {
  currency: string
  maxMonths: number
}

/** Going on before the click: `amountCents` is charged at once, and a new period begins. */
export interface ResumePreview extends Quote {
  currency: string
  interval: PlanInterval
  /** What was taken off for the time that the pause left unused. */
  creditCents: number
}

/** Leaving at once before the click: `amountCents` is given back, below zero. */
export interface LeavingPreview extends Quote {
  currency: string
  /** Until when the plan could be used by canceling it instead. */
  periodEndsAt: string
  /** By which the amount is counted. */
  rule: LeavingRule
}

/** Whether an amount that was shown can still be agreed to. */
export function isQuoteCurrent(quote: Pick<Quote, 'at'>, now: Date): boolean {
  const age = now.getTime() - Date.parse(quote.at)
  return age >= 0 && age <= quoteMinutes * 60_000
}
