import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { ClinicTier, TierPreview } from '#domain/clinic-tier/clinic-tier.ts'
import { type ProductPlan, productPlans } from '#domain/clinic-tier/product-plans.ts'
import { featuresLost } from '#domain/clinic-tier/tier-features.ts'
import { type TierBilling, tierStanding } from '#domain/clinic-tier/tier-standing.ts'
import { isAddedToNextBill } from '#domain/subscriptions/small-charges.ts'
import { clinicTierTexts } from '#domain/texts/clinic-tier.ts'
import { formatMoney, formatPrice } from '#domain/values/money.ts'
import { AlertDialog } from '#web/components/ui/alert-dialog.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Card } from '#web/components/ui/card.tsx'
import { toast } from '#web/components/ui/toast.ts'
import { useClinicSlug } from '#web/lib/clinic/current-clinic.ts'
import { callFunction } from '#web/lib/fetch/api.ts'
import { clinicKey } from '#web/lib/fetch/query-client.ts'
import { useRefreshClinic } from '#web/lib/fetch/refresh-clinic.ts'
import { describeRefusal } from '#web/lib/fetch/refusals.ts'
import { serverNow } from '#web/lib/page/clock.ts'

const texts = clinicTierTexts.plan

/** The other tiers, for a clinic that pays for one. A change is previewed to the cent. */
export function ChangeTier({ billing }: { billing: TierBilling }) {
  const [query, setQuery] = useSearchParams()
  const asked = query.get('to')
  const others = productPlans.filter(({ id }) => id !== billing.tier)
  const chosen = others.find(({ id }) => id === asked)
  if (!tierStanding(billing, serverNow()) || billing.cancel_at_period_end) return null

  function choose(plan: string | null): void {
    const rest = new URLSearchParams(query)
    if (plan) rest.set('to', plan)
    else rest.delete('to')
    setQuery(rest, { replace: true, preventScrollReset: true })
  }
  return (
    <section aria-labelledby="other-plans">
      <h2 id="other-plans" className="font-display text-h3 font-medium">
        {texts.choose}
      </h2>
      <p className="mt-1 text-muted">{texts.chooseLead}</p>
      <ul className="mt-5 grid gap-4 sm:grid-cols-2">
        {others.map((plan) => (
          <li key={plan.id}>
            <Card className="flex h-full flex-col">
              <p className="font-semibold">{plan.name}</p>
              <p className="text-muted">
                {formatPrice(plan.monthlyCents, 'usd')} {clinicTierTexts.pricing.perMonth}
              </p>
              <p className="mt-2 mb-5 text-form">{plan.features[0]}</p>
              <Button variant="outline" className="mt-auto self-start" onClick={() => choose(plan.id)}>
                {texts.changeTo(plan.name)}
              </Button>
            </Card>
          </li>
        ))}
      </ul>
      {chosen && (
        <ConfirmChange
          key={chosen.id}
          from={billing.tier as ClinicTier}
          plan={chosen}
          onClose={() => choose(null)}
        />
      )}
    </section>
  )
}

function ConfirmChange({ from, plan, onClose }: { from: ClinicTier; plan: ProductPlan; onClose(): void }) {
  const slug = useClinicSlug()
  const refresh = useRefreshClinic()
  const [isOpen, setOpen] = useState(true)
  const preview = useQuery({
    queryKey: clinicKey(slug, 'tier-preview', plan.id),
    queryFn: () => callFunction('preview-tier', { plan: plan.id }),
    // the confirmed amount must not change on the screen
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })
  const change = useMutation({
    mutationFn: () =>
      callFunction('create-checkout', {
        plan: plan.id,
        ...(preview.data ? { changeAt: preview.data.changeAt } : {}),
      }),
    onSuccess: async () => {
      await refresh()
      toast.success(texts.changed(plan.name), { description: madeSentence(preview.data) })
    },
    onError: (error) => toast.error(texts.confirm.failedTitle, describeRefusal(error, texts.confirm.failed)),
    onSettled: () => close(),
  })
  const { error } = preview
  useEffect(() => {
    if (!error) return
    toast.error(texts.confirm.failedTitle, describeRefusal(error, texts.confirm.failed))
    onClose()
  }, [error, onClose])

  function close(): void {
    setOpen(false)
    onClose()
  }
  if (!preview.data || preview.data.amountCents === null) return null
  const { amountCents, currency } = preview.data
  const lost = featuresLost(from, plan.id)
  const amount = formatMoney(Math.abs(amountCents), currency)
  return (
    <AlertDialog
      open={isOpen}
      onOpenChange={(open) => open || change.isPending || close()}
      title={texts.confirm.title(plan.name)}
      consequence={
        <>
          {costSentence(amountCents, amount)}{' '}
          {texts.confirm.afterwards(formatPrice(plan.monthlyCents, 'usd'))}
        </>
      }
      safeLabel={texts.confirm.keep}
      actionLabel={texts.confirm.action}
      actionVariant="primary"
      isBusy={change.isPending}
      onAction={() => change.mutate()}
    >
      {lost.length > 0 && (
        <ul className="mt-3 list-disc space-y-1 pl-5">
          {lost.map((feature) => (
            <li key={feature}>{texts.confirm.lost[feature]}</li>
          ))}
        </ul>
      )}
    </AlertDialog>
  )
}

function costSentence(amountCents: number, amount: string): string {
  const { pays, credits, small, nothing } = texts.confirm
  if (isAddedToNextBill(amountCents)) return small(amount)
  if (amountCents === 0) return nothing
  return amountCents > 0 ? pays(amount) : credits(amount)
}

/** The charge once it is made; a small amount and a credit stay as they were announced. */
function madeSentence(preview: TierPreview | undefined): string | undefined {
  if (!preview || preview.amountCents === null) return undefined
  const { amountCents, currency } = preview
  const amount = formatMoney(Math.abs(amountCents), currency)
  const isCharged = amountCents > 0 && !isAddedToNextBill(amountCents)
  return isCharged ? texts.confirm.charged(amount) : costSentence(amountCents, amount)
}
