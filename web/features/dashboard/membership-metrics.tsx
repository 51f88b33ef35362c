import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import {
  churnPermille,
  endReasons,
  type MembershipMonth,
  type MembershipMetrics as Metrics,
} from '#domain/dashboard/membership-metrics.ts'
import { dashboardTexts } from '#domain/texts/dashboard.ts'
import { formatMonth } from '#domain/values/dates.ts'
import { formatMoney } from '#domain/values/money.ts'
import { Bar, Columns } from '#web/components/charts.tsx'
import { ErrorState } from '#web/components/error-state.tsx'
import { FigureCard, FigureTable } from '#web/components/figure-card.tsx'
import { Loading, Skeleton } from '#web/components/ui/skeleton.tsx'
import { membershipMetricsQuery } from './queries.ts'
import { QuietPeriod, useQuietPeriod } from './quiet-period.tsx'

const texts = dashboardTexts.members

/** Members over time beside the revenue of the year. @param year the revenue by month */
export function MembershipMetrics({ slug, year }: { slug: string | null; year: ReactNode }) {
  const metrics = useQuery(membershipMetricsQuery(slug))
  if (metrics.isError)
    return (
      <Halves>
        {year}
        <ErrorState title={texts.failed} onRetry={() => void metrics.refetch()} />
      </Halves>
    )
  if (metrics.isPending)
    return (
      <Halves>
        {year}
        <Loading>
          <Skeleton className="h-80 rounded-card" />
        </Loading>
      </Halves>
    )
  const { cohorts, plans, months, currency, pastDueCents } = metrics.data
  if (cohorts.length === 0 && plans === 0) {
    return (
      <>
        {year}
        <p className="text-muted">{texts.none}</p>
      </>
    )
  }
  return (
    <>
      <Halves>
        <div className="space-y-6">
          {year}
          <Reasons months={months} />
        </div>
        <div className="space-y-6">
          <Flow months={sinceFirst(months)} />
          {cohorts.length > 0 && <Cohorts metrics={metrics.data} />}
        </div>
      </Halves>
      <p className="text-note text-muted">
        {texts.recurringNote(pastDueCents > 0 ? formatMoney(pastDueCents, currency) : null)}
      </p>
    </>
  )
}

function Halves({ children }: { children: ReactNode }) {
  return <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2">{children}</div>
}

/** From the first month with a payment; at least the last month. */
function sinceFirst(months: readonly MembershipMonth[]): readonly MembershipMonth[] {
  const first = months.findIndex(
    ({ members, paused, joined, rejoined }) => members + paused + joined + rejoined > 0,
  )
  return months.slice(first === -1 ? -1 : first)
}

/** A month's counts; rare ones are shown only if there are any. */
const counts = ['members', 'paused', 'joined', 'rejoined', 'lost'] as const
const rare: readonly string[] = ['paused', 'rejoined']

function Flow({ months }: { months: readonly MembershipMonth[] }) {
  const { columns } = texts
  const days = useQuietPeriod()
  const current = months.at(-1)
  if (!current) return null
  const counted = months.find(({ quiet }) => quiet[days] !== undefined)
  const shown = counts.filter((count) => !rare.includes(count) || months.some((month) => month[count] > 0))
  return (
    <FigureCard
      isNarrow
      title={texts.flow}
      sentence={texts.flowSentence(current.members, current.joined, current.lost)}
      note={
        <>
          <p>{texts.flowNote}</p>
          {counted && (
            <>
              <div className="mt-2">
                <QuietPeriod label={texts.quietPeriod} />
              </div>
              <p className="mt-1">{texts.quietNote(formatMonth(counted.month))}</p>
            </>
          )}
        </>
      }
      chart={
        <Columns
          isLow
          values={months.map(({ members }) => members)}
          labels={[formatMonth(months[0]?.month ?? ''), months.length > 1 ? formatMonth(current.month) : '']}
        />
      }
      table={
        <Scrolled label={texts.flow}>
          <FigureTable
            label={texts.flow}
            columns={[
              columns.month,
              ...shown.map((count) => columns[count]),
              columns.churn,
              ...(counted ? [columns.quiet] : []),
            ]}
            rows={months.toReversed().map((month) => ({
              key: month.month,
              cells: [
                formatMonth(month.month),
                ...shown.map((count) => month[count]),
                percent(churnPermille(month)),
                ...(counted ? [month.quiet[days] ?? texts.nobody] : []),
              ],
            }))}
          />
        </Scrolled>
      }
    />
  )
}

function Reasons({ months }: { months: readonly MembershipMonth[] }) {
  const lost = months.reduce((sum, month) => sum + month.lost, 0)
  const reasons = endReasons.map((reason) => ({
    reason,
    count: months.reduce((sum, { lostBecause }) => sum + lostBecause[reason], 0),
  }))
  return (
    <FigureCard
      isNarrow
      title={texts.reasons}
      sentence={texts.reasonsSentence(lost)}
      chart={
        <div className="space-y-3">
          {reasons.map(({ reason, count }) => (
            <NamedBar key={reason} name={texts.reason[reason]} part={count} whole={lost} />
          ))}
        </div>
      }
      table={
        lost > 0 && (
          <FigureTable
            label={texts.reasons}
            columns={[texts.because, texts.count]}
            rows={reasons.map(({ reason, count }) => ({ key: reason, cells: [texts.reason[reason], count] }))}
          />
        )
      }
    />
  )
}

function Cohorts({ metrics: { cohorts } }: { metrics: Metrics }) {
  const longest = Math.max(...cohorts.map(({ kept }) => kept.length))
  const offsets = Array.from({ length: longest }, (_, offset) => offset)
  const sizes = cohorts.reduce((sum, { size }) => sum + size, 0)
  return (
    <FigureCard
      isNarrow
      title={texts.cohorts}
      sentence={texts.cohortsSentence}
      chart={null}
      table={
        sizes > 0 && (
          <Scrolled label={texts.cohorts}>
            <FigureTable
              label={texts.cohorts}
              columns={[texts.cohort, texts.size, ...offsets.map(texts.after)]}
              rows={cohorts.map(({ month, size, kept }) => ({
                key: month,
                cells: [
                  formatMonth(month),
                  size,
                  ...offsets.map((offset) => {
                    const people = kept[offset]
                    return people === undefined ? '' : percent(Math.round((people * 1000) / size))
                  }),
                ],
              }))}
            />
          </Scrolled>
        )
      }
    />
  )
}

function NamedBar({ name, part, whole }: { name: string; part: number; whole: number }) {
  return (
    <div>
      <p aria-hidden="true" className="mb-1 text-note text-muted">
        {name}
      </p>
      <Bar parts={[part]} whole={whole} />
    </div>
  )
}

function Scrolled({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys scroll what has the focus
    <section aria-label={texts.tableOf(label)} tabIndex={0} className="overflow-x-auto">
      {children}
    </section>
  )
}

/** 125 is "12.5 %"; null, without a base, is a dash. */
function percent(permille: number | null): string {
  return permille === null ? texts.nobody : `${(permille / 10).toFixed(1).replace(/\.0$/, '')}%`
}
