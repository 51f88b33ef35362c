import { lazy, Suspense, useState } from 'react'
import { clinicInvoiceTexts } from '#domain/texts/clinic-invoices.ts'
import { Button } from '#web/components/ui/button.tsx'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { loadPart } from '#web/lib/page/page-chunks.ts'

const InvoiceForm = lazy(() =>
  loadPart(() => import('./invoice-form.tsx').then((part) => ({ default: part.InvoiceForm }))),
)

/** Invoices a patient for a single sale. */
export function NewInvoice(patient: { clinic: Clinic; patientId: string; name: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="outline" size="small" onClick={() => setOpen(true)}>
        {clinicInvoiceTexts.create.open}
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <InvoiceForm {...patient} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
