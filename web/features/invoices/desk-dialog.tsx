import type { DeskEntry, DeskEntryProps } from './desk-entry.ts'
import { RecordPayment } from './record-payment.tsx'
import { ReversePayment } from './reverse-payment.tsx'
import { WriteOffInvoice } from './write-off-invoice.tsx'

const dialogs = { record: RecordPayment, reverse: ReversePayment, writeOff: WriteOffInvoice }

/** Mounted once per question. */
export function DeskDialog({ entry, ...props }: DeskEntryProps & { entry: DeskEntry }) {
  const Dialog = dialogs[entry]
  return <Dialog {...props} />
}
