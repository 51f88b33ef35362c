import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router'
import { paths } from '#domain/paths.ts'
import { subscriptionTexts } from '#domain/texts/subscriptions.ts'
import { PageHeading } from '#web/components/page/page-heading.tsx'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '#web/components/ui/tabs.tsx'
import { NoPlan } from '#web/features/checkouts/no-plan.tsx'
import { OwnCredit } from '#web/features/credits/own-credit.tsx'
import { OwnDueInvoices } from '#web/features/invoices/own-due-invoices.tsx'
import { BillingHistoryTab } from '#web/features/invoices/own-invoices.tsx'
import { PaymentMethodsTab } from '#web/features/subscriptions/cards/payment-methods-tab.tsx'
import { useCardReturn } from '#web/features/subscriptions/cards/use-card-return.ts'
import { dueInvoices, rememberDueInvoices } from '#web/features/subscriptions/due-invoices.ts'
import { SubscriptionCard, SubscriptionCardSkeleton } from '#web/features/subscriptions/subscription-card.tsx'
import { SubscriptionList } from '#web/features/subscriptions/subscription-list.tsx'
import { withClinic } from '#web/lib/clinic/clinic-address.ts'
import { type Clinic, useClinicLookup } from '#web/lib/clinic/current-clinic.ts'
import { useTab } from '#web/lib/hooks/use-tab.ts'
import { config } from '#web/lib/page/config.ts'
import { loadPart } from '#web/lib/page/page-chunks.ts'
import { ForPatients } from './for-patients.tsx'
import { openingReads } from './pay-reads.ts'

// only after a return from a payment page
const PaidNotice = lazy(() =>
  loadPart(() => import('#web/features/subscriptions/paid-notice.tsx')).then((part) => ({
    default: part.PaidNotice,
  })),
)

const texts = subscriptionTexts.page
const tabs = ['subscription', 'methods', 'history'] as const

/** A patient's subscriptions, card and invoices (docs/specification.md B2.7). */
export default function Pay() {
  const { clinic } = useClinicLookup()
  return (
    <>
      <PageHeading title={texts.title} site={clinic?.name ?? config.productName} />
      <div className="mt-6">
        <ForPatients pending={<SubscriptionCardSkeleton />}>
          {(clinic) => <PayTabs clinic={clinic} />}
        </ForPatients>
      </div>
    </>
  )
}

Pay.openingReads = openingReads

function PayTabs({ clinic }: { clinic: Clinic }) {
  const [tab, choose] = useTab(tabs)
  useCardReturn(clinic)
  const [due] = useState(dueInvoices)
  return (
    <>
      {due.length > 0 && (
        <Suspense fallback={null}>
          <PaidNotice clinic={clinic} due={due} />
        </Suspense>
      )}
      <OwnCredit clinic={clinic} />
      <OwnDueInvoices clinic={clinic} onLeave={(invoiceId) => rememberDueInvoices([invoiceId])} />
      <Tabs value={tab} onValueChange={choose}>
        <TabsList className="max-sm:justify-between max-sm:gap-0">
          {tabs.map((name) => (
            <TabsTrigger key={name} value={name}>
              {texts.tabs[name]}
            </TabsTrigger>
          ))}
        </TabsList>
        <TabsContent value="subscription">
          <SubscriptionList
            clinic={clinic}
            pending={<SubscriptionCardSkeleton />}
            noPlan={(isReturning) => <NoPlan clinic={clinic} isReturning={isReturning} />}
          >
            {(subscription) => (
              <SubscriptionCard key={subscription.id} subscription={subscription} clinic={clinic} />
            )}
          </SubscriptionList>
          <p className="mt-6">
            <Link to={withClinic(paths.homeValue)} className="link">
              {texts.value}
            </Link>
          </p>
        </TabsContent>
        <TabsContent value="methods">
          <PaymentMethodsTab clinic={clinic} />
        </TabsContent>
        <TabsContent value="history">
          <BillingHistoryTab clinic={clinic} />
        </TabsContent>
      </Tabs>
    </>
  )
}
