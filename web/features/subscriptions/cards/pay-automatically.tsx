import { lazy, Suspense, useState } from 'react'
import { subscriptionTexts } from '#domain/texts/subscriptions.ts'
import { Button } from '#web/components/ui/button.tsx'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { loadPart } from '#web/lib/page/page-chunks.ts'
import type { OwnSubscription } from '../queries.ts'

const AutomaticDialog = lazy(() =>
  loadPart(() => import('./automatic-dialog.tsx').then((part) => ({ default: part.AutomaticDialog }))),
)

/** Lets the payer of a plan that is paid by invoice switch to a saved card. */
export function PayAutomatically(given: { subscription: OwnSubscription; clinic: Clinic }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="outline" onClick={() => setOpen(true)}>
        {subscriptionTexts.page.automatic.action}
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <AutomaticDialog {...given} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
