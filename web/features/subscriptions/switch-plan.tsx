import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { subscriptionTexts } from '#domain/texts/subscriptions.ts'
import { Button } from '#web/components/ui/button.tsx'
import { Dialog, DialogContent } from '#web/components/ui/dialog.tsx'
import { drawnLate } from '#web/components/ui/layers/late-layer.tsx'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { otherPlansQuery } from './other-plans.ts'
import type { OwnSubscription } from './queries.ts'

const Choice = drawnLate(() => import('./switch-plan-form.tsx'))

const texts = subscriptionTexts.page.switch

/** Switches to another plan, with its cost and agreement; nothing if the clinic sells no other. */
export function SwitchPlan({ subscription, clinic }: { subscription: OwnSubscription; clinic: Clinic }) {
  const [isOpen, setOpen] = useState(false)
  const { data: plans = [] } = useQuery(otherPlansQuery(clinic, subscription))
  if (plans.length === 0) return null
  return (
    <>
      <Button variant="outline" onClick={() => setOpen(true)}>
        {texts.action}
      </Button>
      <Dialog open={isOpen} onOpenChange={setOpen}>
        <DialogContent title={texts.title} description={texts.lead}>
          {isOpen && <Choice {...{ subscription, clinic, plans }} onClose={() => setOpen(false)} />}
        </DialogContent>
      </Dialog>
    </>
  )
}
