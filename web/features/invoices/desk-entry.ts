import type { ClinicInvoice } from './queries.ts'

/** An entry of the desk about an invoice. */
export type DeskEntry = 'record' | 'reverse' | 'writeOff'

export interface DeskEntryProps {
  invoice: ClinicInvoice
  patient: string
  onClose(): void
}
