import { HeartHandshake } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import type { Standing } from '#domain/memberships/standing.ts'
import { paths, withQuery } from '#domain/paths.ts'
import type { PlanInterval } from '#domain/plans/plans.ts'
import { checkoutTexts } from '#domain/texts/checkouts.ts'
import { EmptyState } from '#web/components/empty-state.tsx'
import { ChoiceSwitch } from '#web/components/form/choice-switch.tsx'
import { PageHeading } from '#web/components/page/page-heading.tsx'
import { TextLink } from '#web/components/text-link.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Notice } from '#web/components/ui/notice.tsx'
import { Loading, Skeleton } from '#web/components/ui/skeleton.tsx'
import { withClinic } from '#web/lib/clinic/clinic-address.ts'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { rememberAfterLogin } from '#web/lib/session/after-login.ts'
import { OfferCard, OfferCardSkeleton } from './offer-card.tsx'
import { intervalChoices, offerGrid } from './offer-grid.ts'
import { canSwitchInterval, type Offer, type OfferPrice, priceFor } from './offers.ts'

const texts = checkoutTexts

/**
 * @param offers plans that this visitor can join
 * @param held cards of the plans they already have
 * @param isCanceled they came back from the payment page
 * @param isChoiceGone the plan in the URL is no longer offered
 */
export function ChooseOffer({
  clinic,
  offers,
  standing,
  held,
  isCanceled,
  isChoiceGone,
}: {
  clinic: Clinic
  offers: Offer[]
  standing: Standing | 'visitor'
  held: ReactNode[]
  isCanceled: boolean
  isChoiceGone: boolean
}) {
  const hasPlan = held.length > 0
  return (
    <>
      <PageHeading
        title={hasPlan ? texts.current.title : texts.title(clinic.name)}
        site={clinic.name}
        lead={hasPlan ? texts.current.lead(clinic.name) : offers.length > 0 && texts.lead}
      />
      <div className="mt-6 max-w-180 space-y-4 empty:hidden">
        {isCanceled && !hasPlan && (
          <Notice tone="info" title={texts.canceledTitle}>
            {texts.canceled}
          </Notice>
        )}
        {isChoiceGone && <Notice tone="info">{texts.gone}</Notice>}
        {standing === 'team' && <Notice tone="info">{texts.team(clinic.name)}</Notice>}
        {standing === 'suspended' && <Notice tone="warning">{texts.suspended}</Notice>}
        {held}
      </div>
      {hasPlan && offers.length > 0 && (
        <h2 className="mt-12 font-display text-h2 font-medium">{texts.current.others}</h2>
      )}
      {offers.length > 0 && <Offers offers={offers} standing={standing} />}
      {offers.length === 0 && !hasPlan && (
        <div className="mt-8 max-w-180">
          <EmptyState icon={HeartHandshake} title={texts.noneTitle(clinic.name)}>
            {texts.none}
          </EmptyState>
        </div>
      )}
      {standing === 'visitor' && offers.length > 0 && <SignInHint />}
    </>
  )
}

function Offers({ offers, standing }: { offers: Offer[]; standing: Standing | 'visitor' }) {
  const [interval, setInterval] = useState<PlanInterval>('month')
  const mayJoin = standing !== 'team' && standing !== 'suspended'
  return (
    <>
      {canSwitchInterval(offers) && (
        <div className="mt-8">
          <ChoiceSwitch
            label={texts.interval.label}
            choices={intervalChoices}
            value={interval}
            onChange={setInterval}
          />
        </div>
      )}
      <ul className={offerGrid(offers.length)}>
        {offers.map((offer) => {
          const price = priceFor(offer, interval)
          return (
            price && (
              <li key={offer.id} className="row-span-4 grid min-w-0 grid-cols-1 grid-rows-subgrid gap-y-0">
                <OfferCard
                  offer={offer}
                  price={price}
                  action={mayJoin && <ChooseButton offer={offer} price={price} />}
                />
              </li>
            )
          )
        })}
      </ul>
    </>
  )
}

function ChooseButton({ offer, price }: { offer: Offer; price: OfferPrice }) {
  return (
    <Button asChild size="large" className="w-full">
      <Link to={withClinic(withQuery(paths.joinPlan, { price: price.id }))}>
        {texts.choose}
        <span className="sr-only">{texts.choosePlan(offer.name)}</span>
      </Link>
    </Button>
  )
}

function SignInHint() {
  return (
    <p className="mt-8 text-muted">
      {texts.alreadyPatient}{' '}
      <TextLink to={withClinic(paths.login)} onClick={() => rememberAfterLogin(paths.joinPlan)}>
        {texts.signIn}
      </TextLink>
    </p>
  )
}

export function ChooseOfferSkeleton() {
  return (
    <>
      <h1 className="sr-only">{texts.pageTitle}</h1>
      <Loading>
        <Skeleton className="h-10 w-full max-w-120" />
        <Skeleton className="mt-3 h-5 w-full max-w-140" />
        <div className="mt-8 grid gap-6 md:grid-cols-2 lg:grid-cols-3">
          {[1, 2, 3].map((card) => (
            <OfferCardSkeleton key={card} />
          ))}
        </div>
      </Loading>
    </>
  )
}
