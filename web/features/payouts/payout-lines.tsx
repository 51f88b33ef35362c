import { type PayoutSums, payoutSums } from '#domain/payouts/payout-lines.ts'
import { payoutTexts } from '#domain/texts/payouts.ts'
import { TimeText } from '#web/components/date-text.tsx'
import { MoneyText } from '#web/components/money-text.tsx'
import { cn } from '#web/components/ui/class-names.ts'
import { Cell, Table } from '#web/components/ui/table.tsx'
import type { NamedPayoutLine } from './payout-queries.ts'

const texts = payoutTexts.payout
const { columns, sums: labels } = texts

interface Shown {
  lines: readonly NamedPayoutLine[]
  currency: string
}

/** Payments, refunds, disputes and fees, without those that are zero, and their sum. */
export function PayoutSumsTable({ lines, currency }: Shown) {
  const { feesCents, ...parts }: PayoutSums = payoutSums(lines)
  const rows = [
    [labels.payments, parts.paymentsCents],
    [labels.refunds, parts.refundsCents],
    [labels.disputes, parts.disputesCents],
    [labels.other, parts.otherCents],
    [labels.fees, 0 - feesCents],
  ] as const
  return (
    <table className="w-full">
      <caption className="sr-only">{texts.summary}</caption>
      <thead className="sr-only">
        <tr>
          <th scope="col">{texts.line}</th>
          <th scope="col">{texts.amount}</th>
        </tr>
      </thead>
      <tbody>
        {rows
          .filter(([, cents]) => cents !== 0)
          .map(([label, cents]) => (
            <Sum key={label} label={label} cents={cents} currency={currency} />
          ))}
        <Sum isTotal label={labels.total} cents={totalOf(lines)} currency={currency} />
      </tbody>
    </table>
  )
}

function totalOf(lines: readonly NamedPayoutLine[]): number {
  return lines.reduce((sum, { netCents }) => sum + netCents, 0)
}

function Sum({
  label,
  cents,
  currency,
  isTotal = false,
}: {
  label: string
  cents: number
  currency: string
  isTotal?: boolean
}) {
  return (
    <tr className={cn(isTotal && 'border-t border-line font-semibold')}>
      <th scope="row" className={cn('py-1.5 pr-4 text-left', !isTotal && 'font-normal text-muted')}>
        {label}
      </th>
      <td className="py-1.5 text-right">
        <MoneyText cents={cents} currency={currency} />
      </td>
    </tr>
  )
}

export function PayoutLines({ lines, currency, timeZone }: Shown & { timeZone: string }) {
  return (
    <Table label={texts.lines}>
      <thead>
        <tr>
          <th scope="col">{columns.date}</th>
          <th scope="col">{columns.kind}</th>
          <th scope="col">{columns.patient}</th>
          <th scope="col">{columns.invoice}</th>
          <th scope="col" data-align="end">
            {columns.gross}
          </th>
          <th scope="col" data-align="end">
            {columns.fee}
          </th>
          <th scope="col" data-align="end">
            {columns.net}
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={line.id}>
            <Cell phone="note">
              <TimeText value={line.occurredAt} timeZone={timeZone} />
            </Cell>
            <Cell phone="badge" className="max-sm:text-note max-sm:text-muted">
              {texts.kinds[line.kind]}
            </Cell>
            <Cell phone="title" className="max-sm:font-semibold">
              <span className="break-words">{line.patientName ?? '–'}</span>
            </Cell>
            <Cell className="whitespace-nowrap">{line.invoiceNumber ?? '–'}</Cell>
            <Cell align="end">
              <MoneyText cents={line.grossCents} currency={currency} />
            </Cell>
            <Cell align="end">
              <MoneyText cents={0 - line.feeCents} currency={currency} />
            </Cell>
            <Cell phone="amount" align="end">
              <MoneyText cents={line.netCents} currency={currency} />
            </Cell>
          </tr>
        ))}
        <tr className="font-semibold">
          <Cell phone="both" colSpan={6}>
            {labels.total}
          </Cell>
          <Cell phone="side" align="end">
            <MoneyText cents={totalOf(lines)} currency={currency} />
          </Cell>
        </tr>
      </tbody>
    </Table>
  )
}
