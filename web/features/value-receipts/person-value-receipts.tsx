import { useQuery } from '@tanstack/react-query'
import { Printer } from 'lucide-react'
import { useState } from 'react'
import { valueReceiptTexts } from '#domain/texts/value-receipts.ts'
import { FirstRows, useFirstRows } from '#web/components/first-rows.tsx'
import { SectionOnRequest } from '#web/components/page/section-on-request.tsx'
import { Button } from '#web/components/ui/button.tsx'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { printAlone } from '#web/lib/page/print-alone.ts'
import { type PatientValueReceipt, valueReceiptsOfQuery } from './queries.ts'
import { ReceiptTable } from './receipt-table.tsx'
import { spanInText } from './receipt-words.ts'

const texts = valueReceiptTexts.person

/** A patient's value receipts, for readers who may see payments. */
export function PersonValueReceipts({
  patientId,
  name,
  clinic,
}: {
  patientId: string
  name: string
  clinic: Clinic
}) {
  const [isOpen, setOpen] = useState(false)
  const read = useQuery({ ...valueReceiptsOfQuery(clinic.subdomain, patientId), enabled: isOpen })
  const rows = useFirstRows(read.data ?? [], 3)
  return (
    <SectionOnRequest
      title={texts.title}
      lead={texts.lead(name)}
      texts={texts}
      read={read}
      isOpen={isOpen}
      onOpen={() => setOpen(true)}
    >
      {() => (
        <FirstRows
          of={rows}
          row={(receipt) => (
            <li key={receipt.id} className="py-5 first:pt-0 last:pb-0">
              <div className="mb-3 flex flex-wrap items-start justify-between gap-3">
                <div className="min-w-0">
                  <p className="hidden text-lead font-semibold print:block">{clinic.name}</p>
                  <p className="hidden print:block">{name}</p>
                  <h3 className="text-form font-semibold">{spanInText(receipt)}</h3>
                  <p className="text-note text-muted print:hidden">{stateOf(receipt)}</p>
                </div>
                <Button
                  variant="quiet"
                  size="small"
                  aria-label={texts.print(spanInText(receipt))}
                  onClick={({ currentTarget }) => printAlone(currentTarget.closest('li'))}
                >
                  <Printer aria-hidden />
                  {valueReceiptTexts.receipt.print}
                </Button>
              </div>
              <ReceiptTable receipt={receipt} />
            </li>
          )}
          more={() => valueReceiptTexts.list.all}
        />
      )}
    </SectionOnRequest>
  )
}

function stateOf({ isShown, openedAt }: PatientValueReceipt): string {
  if (!isShown) return texts.hidden
  return openedAt ? texts.opened : texts.unopened
}
