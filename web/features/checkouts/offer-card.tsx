import { Check, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { coversHousehold } from '#domain/plans/household.ts'
import { type LeavingPolicy, leavingRule } from '#domain/plans/place-law.ts'
import { type Place, placeNames } from '#domain/plans/places.ts'
import { checkoutTexts } from '#domain/texts/checkouts.ts'
import { planTexts } from '#domain/texts/plans.ts'
import { formatMoney } from '#domain/values/money.ts'
import { Card, CardTitle } from '#web/components/ui/card.tsx'
import { Skeleton } from '#web/components/ui/skeleton.tsx'
import { type Offer, type OfferPrice, yearlySavingCents } from './offers.ts'
import { Price } from './price.tsx'

/**
 * One plan. All cards share a grid of four rows, so that prices and buttons line up.
 *
 * @param action the button below; omitted if the reader cannot join
 */
export function OfferCard({ offer, price, action }: { offer: Offer; price: OfferPrice; action?: ReactNode }) {
  const savedCents = price.interval === 'year' ? yearlySavingCents(offer) : null
  return (
    <Card className="row-span-4 grid grid-cols-1 grid-rows-subgrid gap-y-0 sm:p-7">
      <div>
        <CardTitle className="break-words">{offer.name}</CardTitle>
        {offer.description && (
          <p className="mt-2 break-words whitespace-pre-line text-muted">{offer.description}</p>
        )}
      </div>
      <div className="mt-5">
        <Price price={price} perWhom={coversHousehold(price) ? checkoutTexts.perAdult : undefined} />
        {savedCents !== null && (
          <p className="text-form font-semibold text-success">
            {checkoutTexts.saving(formatMoney(savedCents, price.currency))}
          </p>
        )}
        <ul className="mt-2 space-y-1 text-form text-muted empty:hidden">
          {termLines(offer, price).map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </div>
      <ul className="mt-5 space-y-2.5 border-t border-line pt-5 empty:border-0 empty:pt-0">
        {offer.includes.map((line) => (
          <li key={line} className="flex gap-2.5">
            <Check aria-hidden className="mt-0.5 size-5 flex-none text-primary" />
            <span className="min-w-0 break-words">{line}</span>
          </li>
        ))}
        {offer.excludes.map((line) => (
          <li key={`not ${line}`} className="flex gap-2.5 text-muted">
            <X aria-hidden className="mt-0.5 size-5 flex-none" />
            <span className="min-w-0 break-words">
              <span className="sr-only">{checkoutTexts.notIncluded} </span>
              {line}
            </span>
          </li>
        ))}
      </ul>
      <div className="pt-7 empty:pt-0">{action}</div>
    </Card>
  )
}

function termLines(offer: Offer, price: OfferPrice): string[] {
  const { childAgeLimit, trialDays, leavingRefund, place } = offer
  const { childCents, householdCents, enrolmentCents, currency } = price
  const { terms } = planTexts
  return [
    childCents !== null && terms.child(formatMoney(childCents, currency), childAgeLimit),
    householdCents !== null && terms.household(formatMoney(householdCents, currency)),
    enrolmentCents !== null && terms.enrolment(formatMoney(enrolmentCents, currency)),
    trialDays > 0 && terms.trial(trialDays),
    place !== null && lawLine({ interval: price.interval, leavingRefund }, place),
  ].filter((line) => line !== false)
}

/** The legal right to leave; false without one, or if the plan grants more. */
function lawLine(policy: LeavingPolicy, place: Place): string | false {
  const rule = leavingRule(policy, [place])
  return rule?.place ? planTexts.terms.law[rule.earning](placeNames[rule.place]) : false
}

export function OfferCardSkeleton() {
  return (
    <Card className="flex h-full flex-col sm:p-7">
      <Skeleton className="h-7 w-3/5" />
      <Skeleton className="mt-3 h-5" />
      <Skeleton className="mt-6 h-10 w-2/5" />
      <div className="mt-5 space-y-3 border-t border-line pt-5">
        {[1, 2, 3].map((line) => (
          <Skeleton key={line} className="h-5 w-4/5" />
        ))}
      </div>
      <Skeleton className="mt-7 h-13 rounded-control" />
    </Card>
  )
}
