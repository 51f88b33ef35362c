import { lazy, Suspense } from 'react'
import type { PersonView } from '#domain/memberships/person.ts'
import { isOverdue } from '#domain/subscriptions/plan-standing.ts'
import { clinicInvoiceTexts } from '#domain/texts/clinic-invoices.ts'
import { Notice } from '#web/components/ui/notice.tsx'
import { Skeleton } from '#web/components/ui/skeleton.tsx'
import { AddToPlan } from '#web/features/checkouts/add-to-plan.tsx'
import { PersonCredit } from '#web/features/credits/person-credit.tsx'
import { InvoiceTable } from '#web/features/invoices/clinic-invoices.tsx'
import { NewInvoice } from '#web/features/invoices/new-invoice.tsx'
import { PaidYears } from '#web/features/invoices/paid-years.tsx'
import { PersonCover } from '#web/features/memberships/person-cover.tsx'
import { PersonPlans } from '#web/features/memberships/person-plans.tsx'
import { ClinicPlanChanges } from '#web/features/subscriptions/clinic-plan-changes.tsx'
import { PersonValueReceipts } from '#web/features/value-receipts/person-value-receipts.tsx'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { useCan } from '#web/lib/clinic/use-can.ts'
import { loadPart } from '#web/lib/page/page-chunks.ts'

const FailedPayments = lazy(() =>
  loadPart(() =>
    import('#web/features/invoices/failed-payments.tsx').then((part) => ({ default: part.FailedPayments })),
  ),
)

/** `patientId` is null for the team. */
export interface SectionProps {
  person: PersonView
  clinic: Clinic
}

export function OverduePayments({ person: { patientId, plans }, clinic }: SectionProps) {
  const may = useCan()
  const overdue = plans.filter(({ isRunning, standing }) => isRunning && isOverdue(standing))
  if (!patientId || overdue.length === 0) return null
  if (!may('money:read')) return <Notice tone="warning" title={clinicInvoiceTexts.askAdmin} />
  // an invoice that is paid by link is in the list of invoices
  if (overdue.every(({ standing }) => 'isInvoiced' in standing)) return null
  return (
    <Suspense fallback={<Skeleton className="h-56 rounded-card" />}>
      <FailedPayments clinic={clinic} patientId={patientId} />
    </Suspense>
  )
}

export function PlansAndPayments({ person, clinic }: SectionProps) {
  const may = useCan()
  if (!person.patientId) return null
  return (
    <PersonPlans
      person={person}
      timeZone={clinic.time_zone}
      changes={({ subscriptionId, name }) =>
        may('subscriptions:cancel') && (
          <ClinicPlanChanges subscriptionId={subscriptionId} planName={name} clinic={clinic} />
        )
      }
    >
      <PersonCover slug={clinic.subdomain} patientId={person.patientId} />
      {may('money:read') && (
        <div className="mt-5">
          <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
            <h3 className="text-form font-semibold">{clinicInvoiceTexts.list.ofPatient}</h3>
            <div className="flex flex-wrap gap-3">
              <PaidYears clinic={clinic} patientId={person.patientId} className="" />
              {may('payments:collect') && may('subscriptions:add') && (
                <AddToPlan clinic={clinic} patientId={person.patientId} name={person.name} />
              )}
              {may('payments:collect') && (
                <NewInvoice clinic={clinic} patientId={person.patientId} name={person.name} />
              )}
            </div>
          </div>
          <InvoiceTable clinic={clinic} patientId={person.patientId} />
        </div>
      )}
    </PersonPlans>
  )
}

export function Credit({ person: { patientId, name }, clinic }: SectionProps) {
  const may = useCan()
  return patientId && may('money:read') && <PersonCredit patientId={patientId} name={name} clinic={clinic} />
}

export function ValueReceipts({ person: { patientId, name }, clinic }: SectionProps) {
  const may = useCan()
  return (
    patientId &&
    may('money:read') && <PersonValueReceipts patientId={patientId} name={name} clinic={clinic} />
  )
}
