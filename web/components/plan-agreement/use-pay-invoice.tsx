import { useMutation } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { toast } from '#web/components/ui/toast.ts'
import { callFunction } from '#web/lib/fetch/api.ts'
import { conflictSentence, refusalCode } from '#web/lib/fetch/refusals.ts'
import { loadPart } from '#web/lib/page/page-chunks.ts'

const SignAgreement = lazy(() =>
  loadPart(() => import('./sign-agreement.tsx').then((part) => ({ default: part.SignAgreement }))),
)

/**
 * Runs an action that needs the signed agreement of a plan, and asks for it first where it is missing
 * (docs/decisions/0205).
 * @param act also repeated after the signature
 * @returns `dialog` for the page; `isBusy` until the action has failed, or for good once it has succeeded
 */
export function useWithAgreement(
  subscriptionId: string | null,
  act: () => Promise<void>,
  words: { failedTitle: string; failed: string },
): { run(): void; isBusy: boolean; dialog: ReactNode } {
  const [isAsked, setAsked] = useState(false)
  const acting = useMutation({
    mutationFn: act,
    onError: (error) => {
      if (subscriptionId && refusalCode(error) === 'agreement_missing') setAsked(true)
      else toast.error(words.failedTitle, { description: conflictSentence(error) ?? words.failed })
    },
  })
  const isBusy = acting.isPending || acting.isSuccess
  return {
    run: () => isBusy || acting.mutate(),
    isBusy,
    dialog: isAsked && subscriptionId && (
      <Suspense fallback={null}>
        <SignAgreement
          subscriptionId={subscriptionId}
          onClose={() => setAsked(false)}
          onSigned={() => {
            setAsked(false)
            acting.mutate()
          }}
        />
      </Suspense>
    ),
  }
}

/** Opens Stripe's page of an open invoice. @param onLeave before it opens */
export function usePayInvoice(
  { invoiceId, subscriptionId }: { invoiceId: string; subscriptionId: string | null },
  onLeave: (invoiceId: string) => void,
  words: { failedTitle: string; failed: string },
) {
  return useWithAgreement(
    subscriptionId,
    async () => {
      const { url } = await callFunction('pay-invoice', { invoiceId })
      onLeave(invoiceId)
      location.assign(url)
    },
    words,
  )
}
