import { useQuery } from '@tanstack/react-query'
import { coversHousehold } from '#domain/plans/household.ts'
import { checkoutTexts } from '#domain/texts/checkouts.ts'
import { Loading, Skeleton } from '#web/components/ui/skeleton.tsx'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { findChoice } from './offers.ts'
import { Price } from './price.tsx'
import { offersQuery } from './queries.ts'

const texts = checkoutTexts.review

/** The plan chosen before the account, its price, and the steps that follow; nothing if it is no longer offered. */
export function ChosenPlan({ clinic, priceId }: { clinic: Clinic; priceId: string }) {
  const offers = useQuery(offersQuery(clinic))
  if (offers.isPending) {
    return (
      <Loading>
        <Skeleton className="h-36 rounded-control" />
      </Loading>
    )
  }
  const choice = findChoice(offers.data ?? [], priceId)
  if (!choice) return null
  const { offer, price } = choice
  return (
    <section aria-label={texts.label} className="rounded-control bg-sunken p-4">
      <h2 className="text-form font-semibold text-muted">{texts.label}</h2>
      <p className="mt-0.5 font-semibold break-words">{offer.name}</p>
      <Price price={price} perWhom={coversHousehold(price) ? checkoutTexts.perAdult : undefined} />
      <p className="mt-2 text-form text-muted">{texts.stepsLeft}</p>
    </section>
  )
}
