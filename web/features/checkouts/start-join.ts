import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { agreementVersion } from '#domain/checkouts/agreement.ts'
import type { Household } from '#domain/plans/household.ts'
import type { Place } from '#domain/plans/places.ts'
import { checkoutTexts } from '#domain/texts/checkouts.ts'
import { toast } from '#web/components/ui/toast.ts'
import { callFunction } from '#web/lib/fetch/api.ts'
import { ApiError } from '#web/lib/fetch/api-error.ts'
import { refusalCode, refusalSentence } from '#web/lib/fetch/refusals.ts'
import type { JoinForm } from './join-form.ts'

const texts = checkoutTexts.review

interface JoinChoice {
  household: Household
  form: JoinForm
  coupon: string | null
}

/**
 * Leads to the payment page. All presses of one review are one attempt, so that a lost answer or a return never charges
 * twice (docs/domain-rules.md rule 16).
 */
export function useStartJoin(priceId: string, place: Place | null, onAlreadyJoined: () => void) {
  const [attempt] = useState(() => crypto.randomUUID())
  const [isLeaving, setLeaving] = useState(false)

  useEffect(() => {
    // the back button can restore this page as it was left
    const comeBack = () => setLeaving(false)
    addEventListener('pageshow', comeBack)
    return () => removeEventListener('pageshow', comeBack)
  }, [])

  const join = useMutation({
    mutationFn: async ({ household, form, coupon }: JoinChoice) => {
      const { url } = await callFunction('join-plan', {
        priceId,
        attempt,
        household,
        coupon,
        names: {
          adults: form.adults.slice(0, household.adults).map(({ name }) => name),
          children: form.children.slice(0, household.children.length).map(({ name }) => name),
        },
        agreement: { version: agreementVersion(place), signedName: form.signedName },
      })
      if (!url) throw new ApiError('checkout_url_missing', 0, texts.noUrl)
      return url
    },
    onSuccess(url) {
      setLeaving(true)
      location.assign(url)
    },
    onError(error) {
      toast.error(texts.failedTitle, { description: messageOf(error) })
      if (refusalCode(error) === 'already_joined') onAlreadyJoined()
    },
  })

  return {
    start: (choice: JoinChoice) => join.mutate(choice),
    isBusy: join.isPending || isLeaving,
    failure: join.error && messageOf(join.error),
  }
}

/** The message of a refusal, else the specification's (docs/specification.md B8). */
function messageOf(error: Error): string {
  return refusalCode(error) === 'unreachable' ? texts.failed : (refusalSentence(error) ?? texts.failed)
}
