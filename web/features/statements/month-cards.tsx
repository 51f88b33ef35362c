import type { MoneyOverview, StatementView } from '#domain/statements/statements.ts'
import { dashboardTexts } from '#domain/texts/dashboard.ts'
import { statementTexts } from '#domain/texts/statements.ts'
import { dateInText, formatMonth } from '#domain/values/dates.ts'
import { formatMoney } from '#domain/values/money.ts'
import { Card, CardNote, CardTitle } from '#web/components/ui/card.tsx'
import { SumsTable } from './sums-table.tsx'

const texts = statementTexts.overview

export function RevenueCard({ overview }: { overview: MoneyOverview }) {
  const { currency, revenueThisMonthCents, revenueLastMonthCents, revenueChangePercent } = overview
  return (
    <Card className="flex flex-col">
      <CardTitle>{texts.thisMonth}</CardTitle>
      <p className="mt-3 font-display text-hero font-medium tabular-nums">
        {formatMoney(revenueThisMonthCents, currency)}
      </p>
      <p className="mt-1 text-muted">
        {revenueChangePercent === null
          ? dashboardTexts.figures.noChange
          : `${dashboardTexts.figures.change(revenueChangePercent)} (${formatMoney(revenueLastMonthCents, currency)})`}
      </p>
    </Card>
  )
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
