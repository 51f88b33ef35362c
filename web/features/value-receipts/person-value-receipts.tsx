import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { valueReceiptTexts } from '#domain/texts/value-receipts.ts'
import { FirstRows, useFirstRows } from '#web/components/first-rows.tsx'
import { SectionOnRequest } from '#web/components/page/section-on-request.tsx'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
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
              <h3 className="text-form font-semibold">{spanInText(receipt)}</h3>
              <p className="mb-3 text-note text-muted">{stateOf(receipt)}</p>
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
