import { payoutTexts } from '../texts/payouts.ts'
import { type PayoutAccountView, requirementsInWords } from './requirements.ts'

const { account: labels, details } = payoutTexts

/** Stripe's page may have been abandoned: only what Stripe confirms counts as done. */
export function payoutNews({ state, requirementsDue }: PayoutAccountView): {
  isReady: boolean
  title: string
  description: string
} {
  const { returned } = details
  // Before the first answer everything is missing; a list would not help.
  if (state === 'none' || state === 'created')
    return { isReady: false, title: returned.unfinished, description: returned.unfinishedText }
  if (requirementsDue.length > 0) {
    const description = returned.stillDue(requirementsInWords(requirementsDue))
    return { isReady: false, title: labels.states[state], description }
  }
  const isReady = state === 'payouts_enabled'
  return { isReady, title: isReady ? returned.ready : labels.states[state], description: details[state] }
}
