/** docs/domain-rules.md rule 17 */

import { percentageOf } from '../payouts/clinic-tax.ts'
import { coversHousehold } from '../plans/household.ts'
import { leavingRule } from '../plans/place-law.ts'
import { type Place, placeNames } from '../plans/places.ts'
import type { LeavingRefund } from '../plans/plans.ts'
import { agreementTexts } from '../texts/checkouts.ts'
import { formatDate } from '../values/dates.ts'
import { formatMoney } from '../values/money.ts'
import type { PlanMoney } from './charges.ts'

/** Change it with the wording, so that a signed agreement stays readable as signed. */
const wordingVersion = '2026-11-5'

export function agreementVersion(place: Place | null): string {
  return place ? `${wordingVersion} ${place}` : wordingVersion
}

export interface AgreedPlan {
  clinic: string
  name: string
  includes: readonly string[]
  excludes: readonly string[]
  money: PlanMoney
  /** The first charge, if earlier time was paid elsewhere; then there is no enrolment fee and no trial. */
  beginsOn?: string | null
  /** 0: cannot be paused. */
  maxPauseMonths: number
  leavingRefund: LeavingRefund
  /** The place whose law applies; null if the clinic has named none. */
  place: Place | null
}

export function agreementWording(plan: AgreedPlan): string[] {
  const {
    clinic,
    name,
    includes,
    excludes,
    money,
    beginsOn = null,
    maxPauseMonths,
    leavingRefund,
    place,
  } = plan
  const price = (cents: number) => formatMoney(cents, money.currency)
  const { childCents, householdCents, enrolmentCents } = money
  const leaving = leavingRule({ interval: money.interval, leavingRefund }, place ? [place] : [])
  const texts = agreementTexts
  return [
    texts.between(clinic, name),
    includes.length > 0 && texts.included(includes),
    excludes.length > 0 && texts.excluded(excludes),
    texts.notInsurance,
    texts.fee(price(money.amountCents), money.interval, coversHousehold(money)),
    childCents !== null && texts.child(price(childCents), money.childAgeLimit),
    householdCents !== null && texts.household(price(householdCents)),
    beginsOn === null && enrolmentCents !== null && texts.enrolment(price(enrolmentCents)),
    !!money.tax && texts.tax(money.tax.name, percentageOf(money.tax.ratePpm), money.tax.isInclusive),
    beginsOn === null && money.trialDays > 0 && texts.trial(money.trialDays),
    beginsOn !== null && texts.begins(formatDate(beginsOn)),
    texts.duration[money.interval],
    texts.end(clinic),
    leaving?.place
      ? texts.leavingByLaw[leaving.earning](placeNames[leaving.place])
      : texts.leaving[leavingRefund],
    maxPauseMonths > 0 && texts.pause(maxPauseMonths),
  ].filter((line) => line !== false)
}
