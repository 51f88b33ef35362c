import type { RefundReason, WriteOffReason } from '../invoices/inputs.ts'
import { reportTexts } from '../texts/reports.ts'
import type { Currency } from '../values/money.ts'

/** Sums of one kind of entry of the ledger, or of one entry. Whole cents; money given back is negative. */
export interface EntrySums {
  /** With tax. */
  amountCents: number
  taxCents: number
  netCents: number
  /** Stripe's; negative. */
  feeCents: number
  /** Positive for money that arrives. */
  bankCents: number
  /** Open amounts that the clinic no longer asks for: in no other sum. */
  writtenOffCents: number
}

/** An entry of the ledger, or a write-off or change of a credit, which book nothing; with the names that a bookkeeper looks for. */
export interface MoneyEntry extends EntrySums {
  kind: string
  /** Day in the clinic's zone. */
  on: string
  currency: Currency
  /** Stripe's id. */
  reference: string
  patientName: string | null
  planName: string | null
  receipt: string | null
  invoiceNumber: string | null
  /** `Visa ending in 4242`, `Check 1042` */
  method: string | null
  writeOffReason: WriteOffReason | null
  refundReason: RefundReason | null
  taxName: string | null
  taxRatePpm: number | null
  payout: string | null
  /** Of a change of a payer's credit, whose other amounts are 0. */
  creditCents?: number
  postings: Posting[]
}

export interface Posting {
  /** Without `clinic:<id>:`. */
  account: string
  cents: number
}

export interface KindSums extends EntrySums {
  kind: string
  count: number
}

/** A tax of a period, by its name and rate; null: not taxed. */
export interface TaxSums {
  name: string | null
  ratePpm: number | null
  /** Sales without tax, less money given back. */
  salesCents: number
  collectedCents: number
  /** Positive. */
  givenBackCents: number
}

/** One month of plans that are paid for longer than a month ahead. */
export interface DeferredMonth {
  /** YYYY-MM */
  month: string
  /** Paid in the month without tax, less money given back. */
  cashCents: number
  recognizedCents: number
  /** Still to be recognized at the end of the month. */
  deferredCents: number
}

/** Amounts in cents of `currency`. */
export interface MoneyReport {
  currency: Currency
  kinds: KindSums[]
  taxes: TaxSums[]
  deferred: DeferredMonth[]
}

export function kindText(kind: string): string {
  const { kinds } = reportTexts
  return kind in kinds ? kinds[kind as keyof typeof kinds] : kind.replaceAll('_', ' ')
}

/** `QST 9.975%`. */
export function taxText({ name, ratePpm }: Pick<TaxSums, 'name' | 'ratePpm'>): string {
  if (name === null) return reportTexts.taxes.none
  return ratePpm === null ? name : `${name} ${ratePpm / 10_000}%`
}
