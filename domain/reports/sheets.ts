import { clinicInvoiceTexts } from '../texts/clinic-invoices.ts'
import { reportTexts } from '../texts/reports.ts'
import { byteOrderMark, csvLine } from '../values/csv.ts'
import { plainAmount } from '../values/money.ts'
import type { ExportFormat } from './book-accounts.ts'
import { kindText, type MoneyEntry, type MoneyReport, taxText } from './entries.ts'
import type { Period } from './periods.ts'

const { names, columns } = reportTexts.sheet

type Cell = string | number | null | { cents: number } | { date: string }

/** `money-sunrise-2026-10-01-2026-10-31.csv`, `quickbooks-sunrise-...` */
export function exportFileName(subdomain: string, format: ExportFormat, { from, until }: Period): string {
  const name = format === 'csv' || format === 'xlsx' ? 'money' : format
  return `${name}-${subdomain}-${from}-${until}.${format === 'xlsx' ? 'xlsx' : 'csv'}`
}

const entryHead = Object.values(columns)

function entryCells(entry: MoneyEntry): Cell[] {
  const amount = (cents: number) => (cents === 0 ? null : { cents })
  return [
    { date: entry.on },
    kindText(entry.kind),
    entry.patientName,
    entry.planName,
    entry.receipt,
    entry.invoiceNumber,
    entry.method,
    entry.currency.toUpperCase(),
    amount(entry.amountCents),
    amount(entry.taxCents),
    entry.taxCents === 0 || entry.taxName === null
      ? null
      : taxText({ name: entry.taxName, ratePpm: entry.taxRatePpm }),
    amount(entry.netCents),
    amount(entry.feeCents),
    amount(entry.bankCents),
    amount(entry.creditCents ?? 0),
    entry.payout,
    amount(entry.writtenOffCents),
    entry.writeOffReason
      ? clinicInvoiceTexts.writeOff.reasons[entry.writeOffReason]
      : entry.refundReason && clinicInvoiceTexts.refund.reasons[entry.refundReason],
    entry.reference,
  ]
}

/** One line per entry of the ledger, write-off or change of a credit. Dates are days in the clinic's zone. */
export function entriesCsv(entries: readonly MoneyEntry[]): string {
  const lines = entries.map((entry) =>
    entryCells(entry).map((cell) => {
      if (cell === null) return ''
      if (typeof cell !== 'object') return String(cell)
      return 'date' in cell ? cell.date : plainAmount(cell.cents, entry.currency)
    }),
  )
  return byteOrderMark + [entryHead, ...lines].map(csvLine).join('')
}

/** The sheets of the workbook: sums, entries, tax and yearly plans. */
export function reportSheets(entries: readonly MoneyEntry[], report: MoneyReport) {
  const { totals, taxes, deferred } = reportTexts
  const money = (...amounts: number[]): Cell[] => amounts.map((cents) => ({ cents }))
  return [
    {
      name: names.totals,
      head: [
        ...[totals.columns.kind, totals.columns.count, totals.columns.amount],
        ...[columns.tax, columns.net, columns.fee, columns.bank, columns.writtenOff],
      ],
      rows: report.kinds.map((each) => [
        kindText(each.kind),
        each.count,
        ...money(each.amountCents, each.taxCents, each.netCents, each.feeCents, each.bankCents),
        ...money(each.writtenOffCents),
      ]),
    },
    { name: names.entries, head: entryHead, rows: entries.map(entryCells) },
    {
      name: names.taxes,
      head: Object.values(taxes.columns),
      rows: report.taxes.map((tax) => [
        taxText(tax),
        ...money(
          tax.salesCents,
          tax.collectedCents,
          tax.givenBackCents,
          tax.collectedCents - tax.givenBackCents,
        ),
      ]),
    },
    {
      name: names.deferred,
      head: Object.values(deferred.columns),
      rows: report.deferred.map(({ month, cashCents, recognizedCents, deferredCents }) => [
        month,
        ...money(cashCents, recognizedCents, deferredCents),
      ]),
    },
  ]
}
