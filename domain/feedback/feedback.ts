/** What patients tell their clinic about it (docs/specification.md B2.4 "Share Feedback"). */

import * as z from 'zod/mini'
import { feedbackTexts } from '../texts/feedback.ts'
import { onOneLine } from '../values/one-line.ts'
import { type CountryCode, parsePhone } from '../values/phones.ts'

const { form } = feedbackTexts
export const longestFeedback = 4000
export const ratings = [1, 2, 3, 4, 5] as const

/** Input of `share-feedback`, before the check of the number that depends on the clinic (`feedbackForm`). */
export const shareFeedbackInput = z.object({
  /** 1 to 5; 0 as long as nothing is chosen */
  rating: z.number().check(z.int(), z.gte(1, form.ratingMissing), z.lte(5, form.ratingMissing)),
  body: z
    .string()
    .check(z.trim(), z.minLength(1, form.bodyMissing), z.maxLength(longestFeedback, form.bodyLong)),
  mayCall: z.boolean(),
  /** Where to call, if they may. */
  phone: z.string().check(onOneLine(), z.maxLength(40, form.phoneInvalid)),
})
export type FeedbackForm = z.infer<typeof shareFeedbackInput>

/** The form of feedback at a clinic. @param country for phone numbers without a leading + */
export function feedbackForm(country: CountryCode): z.ZodMiniType<FeedbackForm, FeedbackForm> {
  return shareFeedbackInput.check(
    z.refine(({ mayCall, phone }) => !mayCall || phone !== '', { error: form.phoneMissing, path: ['phone'] }),
    z.refine(({ mayCall, phone }) => !mayCall || phone === '' || parsePhone(phone, country) !== null, {
      error: form.phoneInvalid,
      path: ['phone'],
    }),
  )
}

/** Input of `answer-feedback`: answered, or open again. */
export const answerFeedbackInput = z.object({ feedbackId: z.uuid(), isAnswered: z.boolean() })

/** Answer of `feedback-counts`. */
export interface FeedbackCounts {
  open: number
}

export const feedbackViews = ['open', 'answered'] as const
export type FeedbackView = (typeof feedbackViews)[number]
