import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from 'react-router'
import { dateInText } from '#domain/dates.ts'
import { formatMoney } from '#domain/money.ts'
import { paths } from '#domain/paths.ts'
import { isStopped, stopsAt } from '#domain/statements/commission-dunning.ts'
import { clinicTierTexts } from '#domain/texts/clinic-tier.ts'
import { Notice } from '#web/components/ui/notice.tsx'
import { withClinic } from '#web/lib/clinic-address.ts'
import type { Clinic } from '#web/lib/current-clinic.ts'
import { useCan } from '#web/lib/use-can.ts'
import { type ClinicInvoice, clinicInvoicesQuery } from './queries.ts'

const texts = clinicTierTexts.billing.overdue

/** Above every page of the clinic's area while its commission is past due, or is to be paid by hand. For admins. */
export function OverdueNotice({ clinic }: { clinic: Pick<Clinic, 'subdomain' | 'time_zone'> }) {
  const may = useCan()
  const mayRead = may('billing:write')
  const { pathname } = useLocation()
  const invoices = useQuery({ ...clinicInvoicesQuery(clinic.subdomain), enabled: mayRead })
  const owed = (invoices.data ?? []).filter(
    ({ kind, status }) => kind === 'commission' && (status === 'open' || status === 'uncollectible'),
  )
  const worst = owed.filter(({ past_due_at }) => past_due_at).at(-1) ?? owed.find(({ due_at }) => due_at)
  if (!mayRead || !worst) return null
  const onBilling = pathname === paths.settingsBilling
  return (
    // not an alert: it stands on every page, and would be read out on each
    <section aria-label={worst.past_due_at ? texts.title : texts.dueTitle} className="mb-6">
      <Notice tone="warning" title={worst.past_due_at ? texts.title : texts.dueTitle}>
        <p>{wordsOf(worst, owed, clinic.time_zone).join(' ')}</p>
        {!onBilling && (
          <p className="mt-1">
            <Link className="link" to={withClinic(paths.settingsBilling)}>
              {texts.open}
            </Link>
          </p>
        )}
      </Notice>
    </section>
  )
}

function wordsOf(worst: ClinicInvoice, owed: readonly ClinicInvoice[], timeZone: string): string[] {
  const total = owed.reduce((sum, { amount_due_cents }) => sum + amount_due_cents, 0)
  const amount = formatMoney(total, worst.currency)
  const { past_due_at: since, due_at: due, next_attempt_at: next } = worst
  if (!since) return due ? [texts.due(amount, dateInText(due, timeZone))] : []
  const pastDueAt = new Date(since)
  return [
    texts.text(amount),
    ...(worst.failure_code === 'authentication_required' ? [texts.asksBank] : []),
    ...(next ? [texts.next(dateInText(next, timeZone))] : []),
    isStopped(pastDueAt, new Date())
      ? texts.stopped
      : texts.stops(dateInText(stopsAt(pastDueAt).toISOString(), timeZone)),
  ]
}
