import { useQuery } from '@tanstack/react-query'
import { CreditCard } from 'lucide-react'
import { type TierBilling, tierStanding } from '#domain/clinic-tier/tier-standing.ts'
import { settingsCardIds } from '#domain/settings-card-ids.ts'
import { clinicTierTexts } from '#domain/texts/clinic-tier.ts'
import { formatMoney } from '#domain/values/money.ts'
import { SubmitButton } from '#web/components/form/submit-button.tsx'
import { Card, CardTitle } from '#web/components/ui/card.tsx'
import { serverNow } from '#web/lib/page/clock.ts'
import { clinicInvoicesQuery } from './queries.ts'
import { useUpdatePaymentMethod } from './use-payment-method.ts'

const texts = clinicTierTexts.billing.method
const brands: Record<string, string> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  discover: 'Discover',
}

export function PaymentMethodCard({
  slug,
  card,
}: {
  slug: string
  card: TierBilling & {
    card_brand: string | null
    card_last4: string | null
    card_exp_month: number | null
    card_exp_year: number | null
  }
}) {
  const update = useUpdatePaymentMethod()
  const { data: invoices = [] } = useQuery(clinicInvoicesQuery(slug))
  // the invoice of a tier that has ended is being canceled
  const hasTier = tierStanding(card, serverNow()) !== null
  const overdue = invoices.filter(
    ({ kind, status, past_due_at }) =>
      status === 'open' && past_due_at !== null && (hasTier || kind !== 'tier'),
  )
  const [first] = overdue
  const cents = overdue.reduce((sum, { amount_due_cents }) => sum + amount_due_cents, 0)
  const brand = card.card_brand
  return (
    <Card id={settingsCardIds.paymentMethod}>
      <CardTitle>{texts.title}</CardTitle>
      {brand ? (
        <div className="mt-3 flex items-center gap-3">
          <CreditCard aria-hidden className="size-6 flex-none text-muted" />
          <p className="min-w-0">
            <span className="block font-semibold">
              {texts.card(brands[brand] ?? brand, card.card_last4 ?? '')}
            </span>
            <span className="block text-note text-muted">
              {texts.expires(
                `${String(card.card_exp_month ?? '').padStart(2, '0')}/${String(card.card_exp_year ?? '')}`,
              )}
            </span>
          </p>
        </div>
      ) : (
        <p className="mt-3 text-muted">{texts.none}</p>
      )}
      {first && <p className="mt-4 text-muted">{texts.chargedNow(formatMoney(cents, first.currency))}</p>}
      <SubmitButton
        type="button"
        variant={brand ? 'outline' : 'primary'}
        className="mt-5"
        isBusy={update.isPending}
        busyText={texts.busy}
        onClick={() => void (update.isPending || update.mutate())}
      >
        {brand ? texts.update : texts.add}
      </SubmitButton>
    </Card>
  )
}
