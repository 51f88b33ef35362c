import { useQuery } from '@tanstack/react-query'
import { CircleCheck, Receipt, SearchX } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useSearchParams } from 'react-router'
import { mostPaymentsFound as mostFound } from '#domain/invoices/most-payments-found.ts'
import { type PaymentFilter, paymentFilters } from '#domain/paths.ts'
import { clinicInvoiceTexts } from '#domain/texts/clinic-invoices.ts'
import { EmptyState } from '#web/components/empty-state.tsx'
import { ErrorState } from '#web/components/error-state.tsx'
import { ChoiceSwitch } from '#web/components/form/choice-switch.tsx'
import { SearchField } from '#web/components/form/search-field.tsx'
import { Loading, Skeleton } from '#web/components/ui/skeleton.tsx'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { useSettled } from '#web/lib/hooks/use-settled.ts'
import { InvoiceTable } from './clinic-invoices.tsx'
import { Disputes } from './disputes.tsx'
import { FailedPayments } from './failed-payments.tsx'
import { foundPaymentsQuery } from './queries.ts'
import { UnassignedCharges } from './unassigned-charges.tsx'

const texts = clinicInvoiceTexts.list
/** The server requires two characters. */
const shortestSearch = 2

/** Patients' payments with one search and one row of filters; what needs an action comes first. Admins only. */
export function Payments({ clinic }: { clinic: Clinic }) {
  const [show, choose] = useFilter()
  // not in the URL: it may be a patient's name
  const [typed, setTyped] = useState('')
  const searched = typed.trim()
  return (
    <div className="space-y-8">
      <search aria-label={texts.search} className="flex flex-wrap items-end gap-4">
        <ChoiceSwitch
          label={texts.filters.label}
          choices={paymentFilters.map((filter) => [filter, texts.filters[filter]] as const)}
          value={show}
          onChange={(filter) => {
            setTyped('')
            choose(filter)
          }}
        />
        <div className="min-w-0 flex-1 basis-72">
          <SearchField
            label={texts.search}
            placeholder={texts.searchPlaceholder}
            value={typed}
            onChange={setTyped}
          />
        </div>
      </search>
      {searched.length >= shortestSearch ? (
        <Found clinic={clinic} typed={searched} />
      ) : (
        <Shown clinic={clinic} show={show} />
      )}
    </div>
  )
}

function useFilter(): [PaymentFilter, (filter: PaymentFilter) => void] {
  const [query, setQuery] = useSearchParams()
  const show = paymentFilters.find((filter) => filter === query.get('show')) ?? 'all'
  const choose = (filter: PaymentFilter) =>
    setQuery(
      (now) => {
        now.set('show', filter)
        return now
      },
      { replace: true, preventScrollReset: true },
    )
  return [show, choose]
}

function Shown({ clinic, show }: { clinic: Clinic; show: PaymentFilter }) {
  if (show === 'failed')
    return (
      <FailedPayments clinic={clinic} empty={<None title={texts.noneFailed}>{texts.noneFailedText}</None>} />
    )
  if (show === 'disputed') return <Disputes clinic={clinic} empty={<None title={texts.noneDisputed} />} />
  if (show === 'refunded')
    return <InvoiceTable clinic={clinic} isRefunded empty={<None title={texts.noneRefunded} />} />
  return (
    <>
      <FailedPayments clinic={clinic} />
      <Disputes clinic={clinic} onlyDue />
      <UnassignedCharges clinic={clinic} />
      <section>
        <h2 className="mb-4 font-display text-h3 font-medium">{texts.title}</h2>
        <InvoiceTable clinic={clinic} />
      </section>
    </>
  )
}

function None({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <EmptyState icon={children ? CircleCheck : Receipt} title={title}>
      {children}
    </EmptyState>
  )
}

function Found({ clinic, typed }: { clinic: Clinic; typed: string }) {
  const asked = useSettled(typed)
  const found = useQuery(foundPaymentsQuery(clinic.subdomain, asked))
  if (found.isError) return <ErrorState title={texts.searchFailed} onRetry={() => void found.refetch()} />
  if (!found.data || asked !== typed) {
    return (
      <Loading>
        <Skeleton className="h-64 rounded-card" />
      </Loading>
    )
  }
  const { invoiceIds } = found.data
  const none = (
    <EmptyState icon={SearchX} title={texts.noneFound}>
      {texts.noneFoundText}
    </EmptyState>
  )
  if (invoiceIds.length === 0) return none
  return (
    <div className="space-y-4">
      <InvoiceTable clinic={clinic} ids={invoiceIds} empty={none} />
      {invoiceIds.length === mostFound && (
        <p className="text-form text-muted">{texts.firstFound(mostFound)}</p>
      )}
    </div>
  )
}
