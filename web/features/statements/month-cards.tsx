import type { MoneyOverview, StatementView } from '#domain/statements/statements.ts'
import { statementTexts } from '#domain/texts/statements.ts'
import { dateInText, dayRange, formatMonth } from '#domain/values/dates.ts'
import { formatMoney } from '#domain/values/money.ts'
import { Card, CardNote, CardTitle } from '#web/components/ui/card.tsx'
import { SumsTable } from './sums-table.tsx'

const texts = statementTexts.overview

export function RevenueCard({ overview }: { overview: MoneyOverview }) {
  const { currency, revenueThisMonthCents } = overview
  return (
    <Card className="flex flex-col">
      <CardTitle>{texts.thisMonth}</CardTitle>
      <p className="mt-3 font-display text-hero font-medium tabular-nums">
        {formatMoney(revenueThisMonthCents, currency)}
      </p>
      <p className="mt-1 text-muted">{sameDaysText(overview)}</p>
    </Card>
  )
}

/** "+14% vs Oct 1–24 ($330.00)". */
export function sameDaysText({ currency, sameDays }: MoneyOverview): string {
  const { startsOn, endsOn, cents, changePercent } = sameDays
  const days = dayRange(startsOn, endsOn)
  if (changePercent === null) return texts.noSameDays(days)
  const sign = changePercent > 0 ? '+' : ''
  return `${sign}${changePercent}% ${texts.sameDays(days, formatMoney(cents, currency))}`
}

export function OpenStatementCard({
  statement,
  title,
}: {
  statement: StatementView & { closesAt: string }
  title: string
}) {
  return (
    <Card>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <CardTitle>{title}</CardTitle>
        <p className="text-form text-muted">{formatMonth(statement.month)}</p>
      </div>
      <div className="mt-4">
        <SumsTable statement={statement} />
      </div>
      <CardNote className="mt-4">
        {texts.closesAt(dateInText(statement.closesAt, statement.timeZone))}. {texts.zone(statement.timeZone)}
        .
      </CardNote>
      <CardNote>{explanationOf(statement)}</CardNote>
    </Card>
  )
}

function explanationOf({ policy }: StatementView): string {
  const { explanation, flatExplanation, countedExplanation } = statementTexts.month
  if (policy === 'partnership') return explanation
  if (policy === 'tier') return texts.tierPolicy
  return policy === 'flat_month' ? flatExplanation : `${flatExplanation} ${countedExplanation}`
}

export function OpenStatements({ overview }: { overview: MoneyOverview }) {
  return (
    <>
      <OpenStatementCard statement={overview.inProgress} title={statementTexts.month.inProgress} />
      {overview.closing.map((statement) => (
        <OpenStatementCard key={statement.month} statement={statement} title={statementTexts.month.closing} />
      ))}
    </>
  )
}
