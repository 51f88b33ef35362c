import { useQuery } from '@tanstack/react-query'
import { clinicTierTexts } from '#domain/texts/clinic-tier.ts'
import { ErrorState } from '#web/components/error-state.tsx'
import { PageHeading } from '#web/components/page/page-heading.tsx'
import { Loading, Skeleton } from '#web/components/ui/skeleton.tsx'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '#web/components/ui/tabs.tsx'
import { BillingAddressCard } from '#web/features/clinic-tier/billing-address-card.tsx'
import { EstimateCard } from '#web/features/clinic-tier/estimate-card.tsx'
import { InvoiceHistory } from '#web/features/clinic-tier/invoice-history.tsx'
import { PaymentMethodCard } from '#web/features/clinic-tier/payment-method-card.tsx'
import { clinicBillingQuery } from '#web/features/clinic-tier/queries.ts'
import { useCardReturn } from '#web/features/clinic-tier/use-payment-method.ts'
import { useClinic } from '#web/lib/clinic/current-clinic.ts'
import { useTab } from '#web/lib/hooks/use-tab.ts'

const texts = clinicTierTexts.billing
const tabs = ['method', 'invoices'] as const

/** Card, estimate, address and invoices of the clinic at Carefold (docs/specification.md B2.8). Admins only. */
export default function BillingSettings() {
  const clinic = useClinic()
  return (
    <>
      <PageHeading title={texts.title} site={clinic.name} lead={texts.lead} />
      <Billing />
    </>
  )
}

function Billing() {
  const clinic = useClinic()
  const [tab, choose] = useTab(tabs)
  const billing = useQuery(clinicBillingQuery(clinic.subdomain))
  useCardReturn()
  return (
    <Tabs value={tab} onValueChange={choose} className="mt-6">
      <TabsList aria-label={texts.title}>
        <TabsTrigger value="method">{texts.tabs.method}</TabsTrigger>
        <TabsTrigger value="invoices">{texts.tabs.invoices}</TabsTrigger>
      </TabsList>
      <TabsContent value="method">
        {billing.isPending ? (
          <Loading>
            <Skeleton className="h-64 rounded-card" />
          </Loading>
        ) : billing.data === undefined ? (
          <ErrorState title={texts.failed} onRetry={() => void billing.refetch()} />
        ) : (
          <div className="space-y-6">
            <PaymentMethodCard slug={clinic.subdomain} card={billing.data} />
            <EstimateCard clinic={clinic} tier={billing.data} />
            <BillingAddressCard clinic={clinic} />
          </div>
        )}
      </TabsContent>
      <TabsContent value="invoices">
        <InvoiceHistory clinic={clinic} />
      </TabsContent>
    </Tabs>
  )
}
