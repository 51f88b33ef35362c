import { createContext, use } from 'react'
import { subscriptionTexts } from '#domain/texts/subscriptions.ts'

/** The same shape with any text. */
type Words<Text> = Text extends (...given: infer Given) => string
  ? (...given: Given) => string
  : Text extends string
    ? string
    : { readonly [Key in keyof Text]: Words<Text[Key]> }

export type PlanWords = Words<
  Pick<
    typeof subscriptionTexts.page,
    'cancel' | 'resume' | 'household' | 'switch' | 'pause' | 'unpause' | 'leave'
  >
>

/** Defaults to the payer's texts. */
export const PlanWordsContext = createContext<PlanWords>(subscriptionTexts.page)

export function usePlanWords(): PlanWords {
  return use(PlanWordsContext)
}
