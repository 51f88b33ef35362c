import { useQuery } from '@tanstack/react-query'
import { clinicStatementPath } from '#domain/paths.ts'
import type { MoneyOverview } from '#domain/statements/statements.ts'
import { invoiceTexts } from '#domain/texts/invoices.ts'
import { statementTexts } from '#domain/texts/statements.ts'
import { dateInText, formatMonth } from '#domain/values/dates.ts'
import { ErrorState } from '#web/components/error-state.tsx'
import { PageHeading } from '#web/components/page/page-heading.tsx'
import { Loading, Skeleton } from '#web/components/ui/skeleton.tsx'
import { MembershipMetrics } from '#web/features/dashboard/membership-metrics.tsx'
import { InvoiceTable } from '#web/features/invoices/clinic-invoices.tsx'
import { Disputes } from '#web/features/invoices/disputes.tsx'
import { FailedPayments } from '#web/features/invoices/failed-payments.tsx'
import { UnassignedCharges } from '#web/features/invoices/unassigned-charges.tsx'
import { PayoutCard } from '#web/features/payouts/payout-card.tsx'
import { TaxCard } from '#web/features/payouts/tax-card.tsx'
import { PlaceCard } from '#web/features/plans/place-card.tsx'
import { ReceiptDetailsCard } from '#web/features/receipts/receipt-details-card.tsx'
import { OpenStatements, RevenueCard } from '#web/features/statements/month-cards.tsx'
import { moneyOverviewQuery } from '#web/features/statements/queries.ts'
import { StatementTable } from '#web/features/statements/statement-table.tsx'
import { useClinic } from '#web/lib/clinic/current-clinic.ts'

const texts = statementTexts.overview

export default function Money() {
  const clinic = useClinic()
  return (
    <>
      <PageHeading title={texts.title} site={clinic.name} lead={texts.lead} />
      <div className="mt-8 space-y-10">
        <Overview />
        <MembershipMetrics slug={clinic.subdomain} />
        <FailedPayments clinic={clinic} />
        <Disputes clinic={clinic} />
        <UnassignedCharges clinic={clinic} />
        <section>
          <h2 className="mb-4 font-display text-h3 font-medium">{invoiceTexts.list.title}</h2>
          <InvoiceTable clinic={clinic} />
        </section>
      </div>
    </>
  )
}

function Overview() {
  const clinic = useClinic()
  const overview = useQuery(moneyOverviewQuery(clinic.subdomain))
  return (
    <>
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <div className="space-y-6">
          {overview.isSuccess && <RevenueCard overview={overview.data} />}
          <PayoutCard />
          <TaxCard clinic={clinic} />
        </div>
        <div className="space-y-6">
          {overview.isPending && (
            <Loading>
              <Skeleton className="h-80 rounded-card" />
            </Loading>
          )}
          {overview.isError && <ErrorState title={texts.failed} onRetry={() => void overview.refetch()} />}
          {overview.isSuccess && <OpenStatements overview={overview.data} />}
          <PlaceCard clinic={clinic} />
          <ReceiptDetailsCard clinic={clinic} />
        </div>
      </div>
      {overview.isSuccess && (
        <section>
          <h2 className="mb-4 font-display text-h3 font-medium">{statementTexts.month.closed}</h2>
          <StatementTable
            statements={overview.data.closed}
            firstCloses={firstClose(overview.data)}
            pathOf={clinicStatementPath}
          />
        </section>
      )}
    </>
  )
}

function firstClose({ closing, inProgress }: MoneyOverview): string {
  const first = closing[0] ?? inProgress
  return statementTexts.list.closingNow(formatMonth(first.month), dateInText(first.closesAt, first.timeZone))
}
