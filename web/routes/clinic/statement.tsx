import { useQuery } from '@tanstack/react-query'
import { Download, Printer } from 'lucide-react'
import { useParams } from 'react-router'
import { moneyTabAddress } from '#domain/paths.ts'
import { statementCsv } from '#domain/statements/csv.ts'
import type { ClosedStatementView } from '#domain/statements/statements.ts'
import { statementTexts } from '#domain/texts/statements.ts'
import { dateInText, formatMonth } from '#domain/values/dates.ts'
import { formatMoney, formatPercent } from '#domain/values/money.ts'
import { ErrorState } from '#web/components/error-state.tsx'
import { BackLink } from '#web/components/page/back-link.tsx'
import { PageHeading } from '#web/components/page/page-heading.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Card } from '#web/components/ui/card.tsx'
import { Loading, Skeleton } from '#web/components/ui/skeleton.tsx'
import { PaymentBadge } from '#web/features/statements/payment-badge.tsx'
import { moneyOverviewQuery } from '#web/features/statements/queries.ts'
import { StatementLines } from '#web/features/statements/statement-lines.tsx'
import { type StatementWithLines, statementQuery } from '#web/features/statements/statement-query.ts'
import { SumsTable } from '#web/features/statements/sums-table.tsx'
import { withClinic } from '#web/lib/clinic/clinic-address.ts'
import { useClinic } from '#web/lib/clinic/current-clinic.ts'
import { downloadText } from '#web/lib/files/download-text.ts'
import { NotFoundHere } from './not-found-here.tsx'

const texts = statementTexts.detail

export default function Statement() {
  const { month = '' } = useParams()
  const isMonth = /^\d{4}-(0[1-9]|1[0-2])$/.test(month)
  return (
    <>
      <BackLink to={withClinic(moneyTabAddress('statements'))}>{texts.back}</BackLink>
      {isMonth ? <Month month={month} /> : <Missing />}
    </>
  )
}

function Month({ month }: { month: string }) {
  const found = useQuery(statementQuery(useClinic().subdomain, month))
  if (found.isPending) {
    return (
      <Loading>
        <Skeleton className="h-10 w-80" />
        <Skeleton className="mt-8 h-64 rounded-card" />
        <Skeleton className="mt-6 h-64 rounded-card" />
      </Loading>
    )
  }
  if (found.isError) {
    return <ErrorState title={statementTexts.month.failed} onRetry={() => void found.refetch()} />
  }
  return found.data ? <Shown {...found.data} /> : <Missing />
}

function Shown({ statement, lines }: StatementWithLines) {
  const clinic = useClinic()
  const { month, timeZone, currency } = statement
  // unlike the statement, its payment changes
  const overview = useQuery(moneyOverviewQuery(clinic.subdomain))
  const closed = overview.data?.closed.find((each) => each.month === month)
  return (
    <article className="statement">
      <PageHeading
        title={texts.title(formatMonth(month))}
        site={clinic.name}
        lead={`${clinic.name}. ${texts.closed(dateInText(statement.closedAt, timeZone))}. ${statementTexts.overview.zone(timeZone)}.`}
        actions={
          <div className="flex flex-wrap gap-3 print:hidden">
            <Button variant="outline" onClick={() => window.print()}>
              <Printer aria-hidden />
              {texts.print}
            </Button>
            <Button
              onClick={() => downloadText(texts.csvFile(month), statementCsv(statement, lines), 'text/csv')}
            >
              <Download aria-hidden />
              {texts.exportCsv}
            </Button>
          </div>
        }
      />
      <Card fold className="mt-8 max-w-[36rem]">
        <div className="mb-3 flex min-h-7 flex-wrap items-center gap-3 pr-8">
          <h2 className="font-display text-h3 font-medium">{texts.summary}</h2>
          {closed && <PaymentBadge payment={closed.payment} isOwed={closed.commissionCents > 0} />}
        </div>
        <SumsTable statement={statement} />
        <p className="mt-4 border-t border-line pt-4 text-form text-muted">{calculation(statement)}</p>
      </Card>
      <section className="mt-10">
        <h2 className="font-display text-h3 font-medium">{texts.lines}</h2>
        <p className="mt-1 mb-4 text-form text-muted">{texts.linesLead}</p>
        <StatementLines lines={lines} currency={currency} timeZone={timeZone} />
      </section>
    </article>
  )
}

function calculation({ policy, netCents, commissionCents, currency, rateBps }: ClosedStatementView): string {
  if (policy === 'tier') return texts.calculationTier
  if (policy !== 'partnership') return texts.calculationFlat
  if (netCents <= 0) return texts.calculationNothing
  if (commissionCents === 0) return texts.tooSmall
  return texts.calculation(
    formatPercent(rateBps / 10_000),
    formatMoney(netCents, currency),
    formatMoney(commissionCents, currency),
  )
}

function Missing() {
  return (
    <NotFoundHere
      title={texts.notFoundTitle}
      text={texts.notFound}
      back={texts.back}
      path={moneyTabAddress('statements')}
    />
  )
}
