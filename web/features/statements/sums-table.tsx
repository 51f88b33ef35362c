import type { StatementView } from '#domain/statements/statements.ts'
import { statementTexts } from '#domain/texts/statements.ts'
import { formatMoney, formatPercent } from '#domain/values/money.ts'
import { MoneyText } from '#web/components/money-text.tsx'
import { cn } from '#web/components/ui/class-names.ts'

const texts = statementTexts.month

/** The computation of a month's commission: revenue, refunds, carried over, net, commission. */
export function SumsTable({ statement }: { statement: StatementView }) {
  const { currency } = statement
  // without deductions, revenue and net revenue are the same amount
  const isPlain = statement.grossCents === statement.netCents
  return (
    <table className="w-full">
      <caption className="sr-only">{statementTexts.overview.madeOf}</caption>
      <thead className="sr-only">
        <tr>
          <th scope="col">{statementTexts.detail.line}</th>
          <th scope="col">{statementTexts.overview.amounts}</th>
        </tr>
      </thead>
      <tbody>
        {!isPlain && (
          <>
            <Sum label={texts.revenue} cents={statement.grossCents} currency={currency} />
            <Sum label={texts.refunds} cents={0 - statement.refundsCents} currency={currency} />
          </>
        )}
        {statement.carriedInCents !== 0 && (
          <Sum label={texts.carriedIn} cents={statement.carriedInCents} currency={currency} />
        )}
        <Sum label={texts.net} cents={statement.netCents} currency={currency} isTotal={!isPlain} />
        <Sum label={chargeOf(statement)} cents={statement.commissionCents} currency={currency} isResult />
        {statement.carriedOutCents !== 0 && (
          <Sum
            label={statementTexts.detail.carriedOut}
            cents={statement.carriedOutCents}
            currency={currency}
          />
        )}
      </tbody>
    </table>
  )
}

function chargeOf({ policy, rateBps, feeCents, members, currency }: StatementView): string {
  if (feeCents === null)
    return texts.commission(formatPercent(policy === 'partnership' ? rateBps / 10_000 : 0))
  return members === null ? texts.flatMonth : texts.flatMember(members, formatMoney(feeCents, currency))
}

function Sum({
  label,
  cents,
  currency,
  isTotal = false,
  isResult = false,
}: {
  label: string
  cents: number
  currency: string
  isTotal?: boolean
  isResult?: boolean
}) {
  return (
    <tr className={cn(isTotal && 'border-t border-control font-semibold', isResult && 'font-semibold')}>
      <th
        scope="row"
        className={cn('py-1.5 pr-4 text-left', isTotal || isResult ? 'font-semibold' : 'font-normal')}
      >
        {label}
      </th>
      <td className="py-1.5 text-right">
        <MoneyText cents={cents} currency={currency} />
      </td>
    </tr>
  )
}
