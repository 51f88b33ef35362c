import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { clinicStatementPath, failedPaymentsId, type MoneyTab, moneyTabs } from '#domain/paths.ts'
import { settingsCardIds } from '#domain/settings-card-ids.ts'
import type { MoneyOverview } from '#domain/statements/statements.ts'
import { statementTexts } from '#domain/texts/statements.ts'
import { dateInText, formatMonth } from '#domain/values/dates.ts'
import { ErrorState } from '#web/components/error-state.tsx'
import { PageHeading } from '#web/components/page/page-heading.tsx'
import { Card } from '#web/components/ui/card.tsx'
import { Loading, Skeleton } from '#web/components/ui/skeleton.tsx'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '#web/components/ui/tabs.tsx'
import { Payments } from '#web/features/invoices/payments.tsx'
import { BankDebitCard } from '#web/features/payouts/bank-debit-card.tsx'
import { PayoutCard } from '#web/features/payouts/payout-card.tsx'
import { PayoutList } from '#web/features/payouts/payout-list.tsx'
import { TaxCard } from '#web/features/payouts/tax-card.tsx'
import { PlaceCard } from '#web/features/plans/place-card.tsx'
import { ReceiptDetailsCard } from '#web/features/receipts/receipt-details-card.tsx'
import { OpenStatements } from '#web/features/statements/month-cards.tsx'
import { moneyOverviewQuery } from '#web/features/statements/queries.ts'
import { StatementTable } from '#web/features/statements/statement-table.tsx'
import { useClinic } from '#web/lib/clinic/current-clinic.ts'
import { useCan } from '#web/lib/clinic/use-can.ts'
import { useOneEntry } from '#web/lib/hooks/use-tab.ts'
import { loadPart } from '#web/lib/page/page-chunks.ts'
import { MoneyMonth } from './money-month.tsx'

const texts = statementTexts.overview

const Reports = lazy(() =>
  loadPart(() => import('#web/features/reports/reports.tsx').then((part) => ({ default: part.Reports }))),
)

/** Tabs of links that name an element only (mails and search everywhere). */
const tabOfHash: Record<string, MoneyTab> = {
  [failedPaymentsId]: 'payments',
  [settingsCardIds.payouts]: 'setup',
  [settingsCardIds.tax]: 'setup',
  [settingsCardIds.bankDebits]: 'setup',
  [settingsCardIds.lawPlace]: 'setup',
  [settingsCardIds.receiptDetails]: 'setup',
}

export default function Money() {
  const clinic = useClinic()
  // the Billing role has no settings
  const hasSetup = useCan()('clinic:read')
  const tabs = moneyTabs.filter((name) => hasSetup || name !== 'setup')
  const [tab, choose] = useMoneyTab(tabs)
  return (
    <>
      <PageHeading title={texts.title} site={clinic.name} lead={texts.lead} />
      <Tabs value={tab} onValueChange={choose} className="mt-6">
        <TabsList aria-label={texts.tabs.label} className="max-sm:justify-between max-sm:gap-0">
          {tabs.map((name) => (
            <TabsTrigger key={name} value={name}>
              {texts.tabs[name]}
            </TabsTrigger>
          ))}
        </TabsList>
        <TabsContent value="overview">
          <MoneyMonth clinic={clinic} />
        </TabsContent>
        <TabsContent value="payments">
          <Payments clinic={clinic} />
        </TabsContent>
        <TabsContent value="payouts">
          <PayoutList clinic={clinic} />
        </TabsContent>
        <TabsContent value="statements">
          <Statements />
        </TabsContent>
        <TabsContent value="reports">
          <Suspense fallback={<Skeleton className="h-80 rounded-card" />}>
            <Reports clinic={clinic} />
          </Suspense>
        </TabsContent>
        <TabsContent value="setup">
          <Card padded={false} className="overflow-hidden">
            <PayoutCard />
            <TaxCard clinic={clinic} />
            <BankDebitCard clinic={clinic} />
            <PlaceCard clinic={clinic} />
            <ReceiptDetailsCard clinic={clinic} />
          </Card>
        </TabsContent>
      </Tabs>
    </>
  )
}

function useMoneyTab(tabs: readonly MoneyTab[]): [tab: MoneyTab, choose: (name: string) => void] {
  const [query, setQuery] = useSearchParams()
  const { hash } = useLocation()
  const asked = query.get('tab') ?? tabOfHash[hash.slice(1)]
  const tab = tabs.find((name) => name === asked) ?? 'overview'
  // another tab has other filters
  const choose = (name: string) => setQuery({ tab: name }, { preventScrollReset: true })
  return [tab, useOneEntry(tab, choose)]
}

/** The open months, then the closed ones. */
function Statements() {
  const overview = useQuery(moneyOverviewQuery(useClinic().subdomain))
  if (overview.isPending) {
    return (
      <Loading>
        <Skeleton className="h-80 rounded-card" />
      </Loading>
    )
  }
  if (!overview.data) return <ErrorState title={texts.failed} onRetry={() => void overview.refetch()} />
  return (
    <div className="space-y-8">
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <OpenStatements overview={overview.data} />
      </div>
      <section>
        <h2 className="mb-4 font-display text-h3 font-medium">{statementTexts.month.closed}</h2>
        <StatementTable
          statements={overview.data.closed}
          firstCloses={firstClose(overview.data)}
          pathOf={clinicStatementPath}
        />
      </section>
    </div>
  )
}

function firstClose({ closing, inProgress }: MoneyOverview): string {
  const first = closing[0] ?? inProgress
  return statementTexts.list.closingNow(formatMonth(first.month), dateInText(first.closesAt, first.timeZone))
}
