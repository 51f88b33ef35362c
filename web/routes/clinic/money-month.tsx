import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { clinicStatementPath, failedPaymentsPath, moneyTabAddress, paths } from '#domain/paths.ts'
import { settingsCardIds } from '#domain/settings-card-ids.ts'
import type { NextPayout } from '#domain/statements/statements.ts'
import { statementTexts } from '#domain/texts/statements.ts'
import { dateInText } from '#domain/values/dates.ts'
import { formatMoney } from '#domain/values/money.ts'
import { ErrorState } from '#web/components/error-state.tsx'
import { Card } from '#web/components/ui/card.tsx'
import { Notice } from '#web/components/ui/notice.tsx'
import { Loading, Skeleton } from '#web/components/ui/skeleton.tsx'
import { MembershipMetrics } from '#web/features/dashboard/membership-metrics.tsx'
import { membershipMetricsQuery } from '#web/features/dashboard/queries.ts'
import { RevenueYear } from '#web/features/dashboard/revenue-year.tsx'
import { failedPaymentsQuery } from '#web/features/invoices/queries.ts'
import { payoutAccountQuery } from '#web/features/payouts/queries.ts'
import { sameDaysText } from '#web/features/statements/month-cards.tsx'
import { moneyOverviewQuery } from '#web/features/statements/queries.ts'
import { withClinic } from '#web/lib/clinic/clinic-address.ts'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { useCan } from '#web/lib/clinic/use-can.ts'

const texts = statementTexts.overview

/** The month so far in six figures, each with a link to its list, then the year and the members. */
export function MoneyMonth({ clinic }: { clinic: Clinic }) {
  const account = useQuery(payoutAccountQuery(clinic.subdomain))
  const overview = useQuery(moneyOverviewQuery(clinic.subdomain))
  const hasSetup = useCan()('clinic:read')
  return (
    <div className="space-y-6">
      {account.data === null && (
        <Notice tone="warning">
          {texts.payouts}{' '}
          {hasSetup && (
            <Link to={withClinic(`${paths.clinicMoney}#${settingsCardIds.payouts}`)} className="link">
              {texts.openSetup}
            </Link>
          )}
        </Notice>
      )}
      <Figures clinic={clinic} />
      <MembershipMetrics
        slug={clinic.subdomain}
        year={
          overview.data ? (
            <RevenueYear {...overview.data} pathOf={clinicStatementPath} />
          ) : (
            overview.isPending && (
              <Loading>
                <Skeleton className="h-80 rounded-card" />
              </Loading>
            )
          )
        }
      />
    </div>
  )
}

function Figures({ clinic: { subdomain: slug } }: { clinic: Clinic }) {
  const overview = useQuery(moneyOverviewQuery(slug))
  const metrics = useQuery(membershipMetricsQuery(slug))
  const failed = useInfiniteQuery(failedPaymentsQuery(slug))
  const seesPlans = useCan()('plans:read')
  const reads = [overview, metrics, failed]
  if (reads.some(({ isPending }) => isPending)) {
    return (
      <Loading>
        <Skeleton className="h-28 rounded-card" />
      </Loading>
    )
  }
  if (!overview.data || !metrics.data || !failed.data) {
    const retry = () => void Promise.all(reads.map((read) => read.refetch()))
    return <ErrorState title={texts.failed} onRetry={retry} />
  }
  const { currency, revenueThisMonthCents, stripeFeesThisMonthCents, nextPayout, inProgress } = overview.data
  const { recurringCents, plans } = metrics.data
  const rows = failed.data.pages.flat()
  const open = rows.reduce((sum, { amount_due_cents }) => sum + amount_due_cents, 0)
  const more = failed.hasNextPage ? '+' : ''
  return (
    <Card
      padded={false}
      role="region"
      aria-label={texts.figures}
      className="grid grid-cols-2 gap-px overflow-hidden bg-line lg:grid-cols-3"
    >
      <Figure
        label={texts.thisMonth}
        figure={formatMoney(revenueThisMonthCents, currency)}
        path={moneyTabAddress('payments')}
      >
        {sameDaysText(overview.data)}
      </Figure>
      <Figure
        label={texts.afterFees}
        figure={formatMoney(revenueThisMonthCents - stripeFeesThisMonthCents, currency)}
        path={moneyTabAddress('payouts')}
      >
        {texts.afterFeesNote(formatMoney(stripeFeesThisMonthCents, currency))}
      </Figure>
      <Figure
        label={texts.nextPayout}
        figure={formatMoney(nextPayout.cents, currency)}
        path={moneyTabAddress('payouts')}
        isBad={nextPayout.cents < 0}
      >
        {payoutNote(nextPayout)}
      </Figure>
      <Figure
        label={texts.recurring}
        figure={formatMoney(recurringCents, currency)}
        path={seesPlans ? paths.clinicPlans : null}
      >
        {texts.recurringNote(plans)}
      </Figure>
      <Figure
        label={texts.failedPayments}
        figure={formatMoney(open, currency) + more}
        path={failedPaymentsPath}
        isBad={rows.length > 0}
      >
        {rows.length === 0 ? texts.noneFailed : texts.failedCount(rows.length) + more}
      </Figure>
      <Figure
        label={texts.commission}
        figure={formatMoney(inProgress.commissionCents, currency)}
        path={moneyTabAddress('statements')}
      >
        {statementTexts.month.inProgress}
      </Figure>
    </Card>
  )
}

function payoutNote({ cents, arrivesOn }: NextPayout): string {
  if (arrivesOn) return texts.nextPayoutSent(dateInText(arrivesOn))
  if (cents < 0) return texts.nextPayoutOwed
  return cents === 0 ? texts.nextPayoutNone : texts.nextPayoutWaits
}

const figureBox = 'min-w-0 bg-surface px-4 py-3 sm:px-6'

function Figure({
  label,
  figure,
  path,
  isBad = false,
  children,
}: {
  label: string
  figure: string
  /** null: the reader may not open its list */
  path: string | null
  isBad?: boolean
  children: ReactNode
}) {
  const content = (
    <>
      <span className="block text-note font-semibold text-muted">{label}</span>
      <span
        className={`block font-display text-lead font-medium tabular-nums sm:text-h3 ${isBad ? 'text-danger' : ''}`}
      >
        {figure}
      </span>
      <span className="block text-note text-muted group-hover:underline">{children}</span>
    </>
  )
  if (path === null) return <div className={figureBox}>{content}</div>
  return (
    <Link to={withClinic(path)} className={`group -outline-offset-2 hover:bg-sunken ${figureBox}`}>
      {content}
    </Link>
  )
}
