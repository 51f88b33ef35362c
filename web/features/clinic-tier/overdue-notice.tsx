import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { useCan } from '#web/lib/clinic/use-can.ts'
import { loadPart } from '#web/lib/page/page-chunks.ts'
import { clinicInvoicesQuery } from './queries.ts'

// only for clinics with an open invoice
const Overdue = lazy(() => loadPart(() => import('./overdue.tsx')))

/** Shown on every page of the clinic's area, to admins, while a payment to Carefold failed or must be made by hand. */
export function OverdueNotice({ clinic }: { clinic: Pick<Clinic, 'subdomain' | 'time_zone'> }) {
  const mayRead = useCan()('billing:write')
  const { data: invoices = [] } = useQuery({ ...clinicInvoicesQuery(clinic.subdomain), enabled: mayRead })
  const isOpen = invoices.some(({ status }) => status === 'open' || status === 'uncollectible')
  if (!mayRead || !isOpen) return null
  return (
    <Suspense>
      <Overdue clinic={clinic} invoices={invoices} />
    </Suspense>
  )
}
