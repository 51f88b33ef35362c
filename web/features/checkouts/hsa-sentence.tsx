import type { PlanMoney } from '#domain/checkouts/charges.ts'
import type { Household } from '#domain/plans/household.ts'
import { type HsaFit, hsaFit } from '#domain/plans/hsa.ts'
import { checkoutTexts } from '#domain/texts/checkouts.ts'
import { formatMoney, formatPrice } from '#domain/values/money.ts'
import type { Offer } from './offers.ts'

const texts = checkoutTexts.review.hsa

/** Says if the household's fee is within the cap of health savings accounts; nothing without a cap. */
export function HsaSentence({
  plan,
  household,
  today,
}: {
  plan: PlanMoney & Pick<Offer, 'kind' | 'includes'>
  household: Household
  /** in the clinic's time zone */
  today: string
}) {
  const fit = hsaFit(plan, household, today)
  return (
    <p aria-live="polite" className="text-form text-muted empty:hidden">
      {fit && sentence(fit)}
    </p>
  )
}

function sentence(fit: HsaFit): string {
  const fee = formatMoney(fit.feeCents, 'usd')
  const limit = texts.limit(fee, fit.year, formatPrice(fit.capCents, 'usd'), fit.isHousehold)
  switch (fit.standing) {
    case 'above':
      return texts.above(limit.above)
    case 'bundled':
      return texts.bundled(limit.within, fit.line)
    case 'not_periodic':
      return texts.notPeriodic(limit.within)
    default:
      return texts.within(limit.within)
  }
}
