import { useInfiniteQuery } from '@tanstack/react-query'
import { Landmark } from 'lucide-react'
import { Link } from 'react-router'
import { clinicPayoutPath } from '#domain/paths.ts'
import type { PayoutStatus } from '#domain/payouts/payouts.ts'
import { payoutTexts } from '#domain/texts/payouts.ts'
import { formatDate } from '#domain/values/dates.ts'
import { EmptyState } from '#web/components/empty-state.tsx'
import { ErrorState } from '#web/components/error-state.tsx'
import { MoneyText } from '#web/components/money-text.tsx'
import { MoreButton } from '#web/components/more-button.tsx'
import { Badge } from '#web/components/ui/badge.tsx'
import { Loading, Skeleton } from '#web/components/ui/skeleton.tsx'
import { Cell, Table } from '#web/components/ui/table.tsx'
import { withClinic } from '#web/lib/clinic/clinic-address.ts'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { type Payout, payoutsQuery } from './payout-queries.ts'

const texts = payoutTexts.list
const { columns } = texts

const tones = {
  pending: 'info',
  in_transit: 'info',
  paid: 'success',
  failed: 'danger',
  canceled: 'neutral',
} as const satisfies Record<PayoutStatus, string>

export function PayoutBadge({ status }: { status: PayoutStatus }) {
  return <Badge tone={tones[status]}>{texts.states[status]}</Badge>
}

/** Transfers to the clinic's bank, newest first. */
export function PayoutList({ clinic }: { clinic: Clinic }) {
  const payouts = useInfiniteQuery(payoutsQuery(clinic.subdomain))
  if (payouts.isPending) {
    return (
      <Loading>
        <Skeleton className="h-64 rounded-card" />
      </Loading>
    )
  }
  // loaded rows stay visible if the next page fails
  if (!payouts.data) return <ErrorState title={texts.failed} onRetry={() => void payouts.refetch()} />
  const rows = payouts.data.pages.flat()
  if (rows.length === 0) {
    return (
      <EmptyState icon={Landmark} title={texts.emptyTitle}>
        {texts.empty}
      </EmptyState>
    )
  }
  return (
    <section className="space-y-4">
      <div>
        <h2 className="font-display text-h3 font-medium">{texts.title}</h2>
        <p className="mt-1 text-form text-muted">{texts.lead}</p>
      </div>
      <Table label={texts.label}>
        <thead>
          <tr>
            <th scope="col">{columns.arrival}</th>
            <th scope="col">{columns.payments}</th>
            <th scope="col">{columns.state}</th>
            <th scope="col" data-align="end">
              {columns.amount}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((payout) => (
            <tr key={payout.id}>
              <Cell phone="title">
                <Link to={withClinic(clinicPayoutPath(payout.id))} className="link row-link">
                  {formatDate(payout.arrives_on)}
                </Link>
              </Cell>
              <Cell phone="note">{contentOf(payout)}</Cell>
              <Cell phone="badge">
                <PayoutBadge status={payout.status} />
              </Cell>
              <Cell phone="amount" align="end">
                <MoneyText cents={payout.amount_cents} currency={payout.currency} />
              </Cell>
            </tr>
          ))}
        </tbody>
      </Table>
      <MoreButton list={payouts} busyText={texts.loadingMore}>
        {texts.more}
      </MoreButton>
    </section>
  )
}

function contentOf({ is_automatic, is_itemized, payments_count }: Payout): string {
  if (!is_automatic) return texts.byHand
  return is_itemized ? texts.payments(payments_count) : texts.notListed
}
