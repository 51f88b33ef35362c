import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from 'react-router'
import { productPlans } from '#domain/clinic-tier/product-plans.ts'
import { type TierBilling, tierStanding } from '#domain/clinic-tier/tier-standing.ts'
import { paths } from '#domain/paths.ts'
import { isFailedTierPayment, isStopped, stopsAt, tierEndsAt } from '#domain/statements/commission-dunning.ts'
import { clinicTierTexts } from '#domain/texts/clinic-tier.ts'
import { dateInText } from '#domain/values/dates.ts'
import { formatMoney } from '#domain/values/money.ts'
import { Notice } from '#web/components/ui/notice.tsx'
import { withClinic } from '#web/lib/clinic/clinic-address.ts'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { serverNow } from '#web/lib/page/clock.ts'
import { type ClinicInvoice, clinicBillingQuery } from './queries.ts'

const texts = clinicTierTexts.billing.overdue

export default function Overdue({
  clinic,
  invoices: all,
}: {
  clinic: Pick<Clinic, 'subdomain' | 'time_zone'>
  invoices: readonly ClinicInvoice[]
}) {
  const { pathname } = useLocation()
  const failedTier = all.filter(isFailedTierPayment)
  const billing = useQuery({
    ...clinicBillingQuery(clinic.subdomain),
    enabled: failedTier.length > 0,
  })
  const owed = all.filter(
    ({ kind, status }) => kind === 'commission' && (status === 'open' || status === 'uncollectible'),
  )
  const worst = owed.filter(({ past_due_at }) => past_due_at).at(-1) ?? owed.find(({ due_at }) => due_at)
  if (!worst && failedTier.length === 0) return null
  const title = worst && !worst.past_due_at && failedTier.length === 0 ? texts.dueTitle : texts.title
  const onBilling = pathname === paths.settingsBilling
  return (
    // not an alert, which would be announced on every page
    <section aria-label={title} className="mb-6">
      <Notice tone="warning" title={title}>
        {worst && <p>{commissionWords(worst, owed, clinic.time_zone).join(' ')}</p>}
        {failedTier.length > 0 && <p>{tierWords(failedTier, billing.data, clinic.time_zone).join(' ')}</p>}
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

function commissionWords(worst: ClinicInvoice, owed: readonly ClinicInvoice[], timeZone: string): string[] {
  const amount = amountOf(owed)
  const { past_due_at: since, due_at: due } = worst
  if (!since) return due ? [texts.due(amount, dateInText(due, timeZone))] : []
  const pastDueAt = new Date(since)
  return [
    texts.text(amount),
    ...nextWords(worst, timeZone),
    isStopped(pastDueAt, serverNow())
      ? texts.stopped
      : texts.stops(dateInText(stopsAt(pastDueAt).toISOString(), timeZone)),
  ]
}

/** @param billing undefined while loading: the tier's future is shown once known */
function tierWords(
  failed: readonly ClinicInvoice[],
  billing: TierBilling | undefined,
  timeZone: string,
): string[] {
  const first = failed.at(-1)
  if (!first?.past_due_at) return []
  const plan = productPlans.find(({ id }) => id === billing?.tier)?.name ?? null
  const words = [texts.tier(amountOf(failed), plan), ...nextWords(first, timeZone)]
  if (!billing || first.kind !== 'tier') return words
  const ends = tierEndsAt(new Date(first.past_due_at))
  if (!tierStanding(billing, serverNow())) return [...words, texts.tierEnded]
  return ends > serverNow() ? [...words, texts.tierEnds(dateInText(ends.toISOString(), timeZone))] : words
}

function nextWords({ failure_code: code, next_attempt_at: next }: ClinicInvoice, timeZone: string): string[] {
  return [
    ...(code === 'authentication_required' ? [texts.asksBank] : []),
    ...(next && new Date(next) > serverNow() ? [texts.next(dateInText(next, timeZone))] : []),
  ]
}

function amountOf(owed: readonly ClinicInvoice[]): string {
  const total = owed.reduce((sum, { amount_due_cents }) => sum + amount_due_cents, 0)
  return formatMoney(total, owed[0]?.currency ?? 'usd')
}
