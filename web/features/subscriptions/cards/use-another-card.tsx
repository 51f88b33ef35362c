import { useMutation } from '@tanstack/react-query'
import { subscriptionTexts } from '#domain/texts/subscriptions.ts'
import { Button } from '#web/components/ui/button.tsx'
import { Spinner } from '#web/components/ui/spinner.tsx'
import { toast } from '#web/components/ui/toast.ts'
import { callFunction } from '#web/lib/fetch/api.ts'
import { conflictSentence } from '#web/lib/fetch/refusals.ts'

const texts = subscriptionTexts.page.methods

/** Leads to the page that saves another card, which is then charged for open invoices. */
export function UseAnotherCard({ label = texts.change }: { label?: string }) {
  const change = useMutation({
    mutationFn: async () => {
      const { url } = await callFunction('change-own-card')
      location.assign(url)
    },
    onError: (error) =>
      void toast.error(texts.changeFailedTitle, {
        description: conflictSentence(error) ?? texts.changeFailed,
      }),
  })
  // until the other page has loaded
  const isBusy = change.isPending || change.isSuccess
  return (
    <Button variant="outline" aria-disabled={isBusy} onClick={() => isBusy || change.mutate()}>
      {isBusy && <Spinner />}
      {isBusy ? texts.changing : label}
    </Button>
  )
}
