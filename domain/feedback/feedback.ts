/** docs/specification.md B2.4 "Share Feedback". */

import * as z from 'zod/mini'
import { feedbackTexts } from '../texts/feedback.ts'
import { onOneLine } from '../values/one-line.ts'
import { type CountryCode, parsePhone } from '../values/phones.ts'

const { form } = feedbackTexts
export const longestFeedback = 4000
export const ratings = [1, 2, 3, 4, 5] as const

/** `feedbackForm` checks the phone number, which depends on the clinic. */
export const shareFeedbackInput = z.object({
  /** 1 to 5; 0 before a choice. */
  rating: z.number().check(z.int(), z.gte(1, form.ratingMissing), z.lte(5, form.ratingMissing)),
  body: z
    .string()
    .check(z.trim(), z.minLength(1, form.bodyMissing), z.maxLength(longestFeedback, form.bodyLong)),
  mayCall: z.boolean(),
  /** The number for a call, if allowed. */
  phone: z.string().check(onOneLine(), z.maxLength(40, form.phoneInvalid)),
})
export type FeedbackForm = z.infer<typeof shareFeedbackInput>

/** @param country for phone numbers without a leading + */
export function feedbackForm(country: CountryCode): z.ZodMiniType<FeedbackForm, FeedbackForm> {
  return shareFeedbackInput.check(
    z.refine(({ mayCall, phone }) => !mayCall || phone !== '', { error: form.phoneMissing, path: ['phone'] }),
    z.refine(({ mayCall, phone }) => !mayCall || phone === '' || parsePhone(phone, country) !== null, {
      error: form.phoneInvalid,
      path: ['phone'],
    }),
  )
}

/** Marks feedback as answered or open. */
export const answerFeedbackInput = z.object({ feedbackId: z.uuid(), isAnswered: z.boolean() })

export interface FeedbackCounts {
  open: number
}

export const feedbackViews = ['open', 'answered'] as const
export type FeedbackView = (typeof feedbackViews)[number]
