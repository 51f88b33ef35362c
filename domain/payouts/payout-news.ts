import { payoutTexts } from '../texts/payouts.ts'
import { type PayoutAccountView, requirementsInWords } from './requirements.ts'

const { account: labels, details } = payoutTexts

/**
 * What to say of a payout account that was just read at Stripe. Its page may have been left unanswered, so nothing is said to
 * be done that Stripe does not say is.
 */
export function payoutNews({ state, requirementsDue }: PayoutAccountView): {
  isReady: boolean
  title: string
  description: string
} {
  const { returned } = details
  // before the first answer everything is missing, which a list would not make clearer
  if (state === 'none' || state === 'created')
    return { isReady: false, title: returned.unfinished, description: returned.unfinishedText }
  if (requirementsDue.length > 0) {
    const description = returned.stillDue(requirementsInWords(requirementsDue))
    return { isReady: false, title: labels.states[state], description }
  }
  const isReady = state === 'payouts_enabled'
  return { isReady, title: isReady ? returned.ready : labels.states[state], description: details[state] }
}
