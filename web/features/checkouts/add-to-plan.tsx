import { lazy, Suspense, useState } from 'react'
import { invoicedPlanTexts } from '#domain/texts/invoiced-plans.ts'
import { Button } from '#web/components/ui/button.tsx'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { loadPart } from '#web/lib/page/page-chunks.ts'

const AddToPlanForm = lazy(() =>
  loadPart(() => import('./add-to-plan-form.tsx').then((part) => ({ default: part.AddToPlanForm }))),
)

/** Adds a patient to a plan that is paid by invoice. */
export function AddToPlan(patient: { clinic: Clinic; patientId: string; name: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="outline" size="small" onClick={() => setOpen(true)}>
        {invoicedPlanTexts.add.open}
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <AddToPlanForm {...patient} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
