import type { PlanMoney } from '#domain/checkouts/charges.ts'
import type { Household } from '#domain/plans/household.ts'
import { type HsaFit, hsaFit } from '#domain/plans/hsa.ts'
import { checkoutTexts } from '#domain/texts/checkouts.ts'
import { formatPrice } from '#domain/values/money.ts'
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
  const limit = fit.standing === 'above' ? texts.above : texts.fits
  const doubts = {
    within: '',
    above: '',
    bundled: fit.standing === 'bundled' ? texts.bundled(fit.line) : '',
    not_periodic: texts.notPeriodic,
  }
  return [limit(fit.year, formatPrice(fit.capCents, 'usd'), fit.isHousehold), doubts[fit.standing], texts.ask]
    .filter(Boolean)
    .join(' ')
}
