import { useState } from 'react'
import { portalTexts } from '#domain/texts/portal.ts'
import { AlertDialog } from '../../components/ui/alert-dialog.tsx'
import { Button } from '../../components/ui/button.tsx'
import type { Clinic } from '../../lib/current-clinic.ts'
import { formatDate } from '../../lib/format.ts'
import { useChangeSubscription } from './change-subscription.ts'
import type { OwnSubscription } from './queries.ts'

const texts = portalTexts.pay.cancel

/** Asks first: what ends, and until when it can be used (seed 2, section 2.7). */
export function CancelSubscription({
  subscription,
  clinic,
}: {
  subscription: OwnSubscription
  clinic: Clinic
}) {
  const [isOpen, setOpen] = useState(false)
  const { cancel } = useChangeSubscription(subscription.id)
  const until = formatDate(subscription.current_period_end, clinic.time_zone)

  return (
    <>
      <Button variant="outline" onClick={() => setOpen(true)}>
        {texts.action}
      </Button>
      <AlertDialog
        open={isOpen}
        onOpenChange={(open) => cancel.isPending || setOpen(open)}
        title={texts.title}
        consequence={texts.message}
        safeLabel={texts.keep}
        actionLabel={texts.action}
        isBusy={cancel.isPending}
        onAction={() => cancel.mutate(undefined, { onSettled: () => setOpen(false) })}
      >
        <p className="mt-3 font-semibold">{texts.until(subscription.plan.name, until)}</p>
      </AlertDialog>
    </>
  )
}
