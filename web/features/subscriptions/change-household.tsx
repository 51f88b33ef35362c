import { useState } from 'react'
import { Button } from '#web/components/ui/button.tsx'
import { Dialog, DialogContent } from '#web/components/ui/dialog.tsx'
import { drawnLate } from '#web/components/ui/layers/late-layer.tsx'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { usePlanWords } from './plan-words.ts'
import type { OwnSubscription } from './queries.ts'

const Editor = drawnLate(() => import('./change-household-form.tsx'))

/** Adds people to a plan or removes them, with the cost now and from the next period. */
export function ChangeHousehold({ subscription, clinic }: { subscription: OwnSubscription; clinic: Clinic }) {
  const texts = usePlanWords().household
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="outline" onClick={() => setOpen(true)}>
        {texts.action}
      </Button>
      <Dialog open={isOpen} onOpenChange={setOpen}>
        <DialogContent title={texts.title} description={texts.lead}>
          {isOpen && <Editor subscription={subscription} clinic={clinic} onClose={() => setOpen(false)} />}
        </DialogContent>
      </Dialog>
    </>
  )
}
