import { createContext, use } from 'react'
import { subscriptionTexts } from '#domain/texts/subscriptions.ts'

/** The same shape with any words in it. */
type Words<Text> = Text extends (...given: infer Given) => string
  ? (...given: Given) => string
  : Text extends string
    ? string
    : { readonly [Key in keyof Text]: Words<Text[Key]> }

/** What the changes of a plan are called: to its payer, or to the clinic that makes them for the payer. */
export type PlanWords = Words<
  Pick<
    typeof subscriptionTexts.page,
    'cancel' | 'resume' | 'household' | 'switch' | 'pause' | 'unpause' | 'leave'
  >
>

/** Without a provider: the payer's. */
export const PlanWordsContext = createContext<PlanWords>(subscriptionTexts.page)

export function usePlanWords(): PlanWords {
  return use(PlanWordsContext)
}
