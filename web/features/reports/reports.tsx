import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { reportTexts } from '#domain/texts/reports.ts'
import { dateIn } from '#domain/values/zones.ts'
import { ErrorState } from '#web/components/error-state.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Loading, Skeleton } from '#web/components/ui/skeleton.tsx'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { useCan } from '#web/lib/clinic/use-can.ts'
import { serverNow } from '#web/lib/page/clock.ts'
import { loadPart } from '#web/lib/page/page-chunks.ts'
import { ExportMenu } from './export-menu.tsx'
import { OpenInvoices } from './open-invoices.tsx'
import { PeriodChoice, usePeriod } from './period-choice.tsx'
import { moneyReportQuery } from './queries.ts'
import { DeferredCard, TaxCard, TotalsCard } from './report-cards.tsx'
import { YearStatements } from './year-statements.tsx'

const AccountNames = lazy(() =>
  loadPart(() => import('./account-names.tsx').then((part) => ({ default: part.AccountNames }))),
)

/** For the bookkeeper: a period's sums and export, tax, yearly plans over time, open invoices, yearly statements. */
export function Reports({ clinic }: { clinic: Clinic }) {
  const may = useCan()
  const today = dateIn(serverNow(), clinic.time_zone)
  const [state, change] = usePeriod(today)
  const [namesAccounts, nameAccounts] = useState(false)
  const { period, isValid } = state
  const report = useQuery({ ...moneyReportQuery(clinic.subdomain, period), enabled: isValid })
  return (
    <div className="space-y-6">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <PeriodChoice state={state} onChange={change} />
        <div className="flex flex-wrap gap-3">
          {may('books:write') && (
            <Button variant="quiet" onClick={() => nameAccounts(true)}>
              {reportTexts.accounts.open}
            </Button>
          )}
          <ExportMenu period={period} isDisabled={!isValid} />
        </div>
      </div>
      {report.data ? (
        <>
          <TotalsCard report={report.data} />
          <TaxCard report={report.data} />
        </>
      ) : report.isError ? (
        <ErrorState title={reportTexts.failed} onRetry={() => void report.refetch()} />
      ) : (
        isValid && (
          <Loading>
            <Skeleton className="h-64 rounded-card" />
            <Skeleton className="h-40 rounded-card" />
          </Loading>
        )
      )}
      <OpenInvoices clinic={clinic} today={today} />
      {report.data && <DeferredCard report={report.data} />}
      <YearStatements today={today} />
      {namesAccounts && (
        <Suspense fallback={null}>
          <AccountNames slug={clinic.subdomain} onClose={() => nameAccounts(false)} />
        </Suspense>
      )}
    </div>
  )
}
