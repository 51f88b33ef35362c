import { Building2, CalendarX2, Landmark } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { startAfterPaid } from '#domain/checkouts/prepared-start.ts'
import type { CheckedCoupon } from '#domain/coupons/coupons.ts'
import { paths, withQuery } from '#domain/paths.ts'
import { coversHousehold, justThePayer } from '#domain/plans/household.ts'
import { checkoutTexts } from '#domain/texts/checkouts.ts'
import { shellTexts } from '#domain/texts/shell.ts'
import { dateIn } from '#domain/values/zones.ts'
import { FormErrorSummary } from '#web/components/form/form-error-summary.tsx'
import { SubmitButton } from '#web/components/form/submit-button.tsx'
import { useSchemaForm } from '#web/components/form/use-schema-form.ts'
import { PageHeading } from '#web/components/page/page-heading.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Card } from '#web/components/ui/card.tsx'
import { Notice } from '#web/components/ui/notice.tsx'
import { withClinic } from '#web/lib/clinic/clinic-address.ts'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { serverNow } from '#web/lib/page/clock.ts'
import { config } from '#web/lib/page/config.ts'
import { rememberAfterLogin } from '#web/lib/session/after-login.ts'
import { AgreementFields } from './agreement-fields.tsx'
import { ChargeSummary } from './charge-summary.tsx'
import { CouponField } from './coupon-field.tsx'
import { HouseholdFields } from './household-fields.tsx'
import { HsaSentence } from './hsa-sentence.tsx'
import { householdFrom, type JoinForm, joinFormFrom, joinFormSchema } from './join-form.ts'
import { moneyOf, type Offer, type OfferPrice } from './offers.ts'
import { Price } from './price.tsx'
import { useStartJoin } from './start-join.ts'
import { storeChoice, storedChoice } from './stored-choice.ts'

const texts = checkoutTexts.review

/**
 * Household, charges and agreement before the payment page (docs/domain-rules.md rules 17 and 18, goal 2). A visitor
 * sees the price first, and signs after sign-up.
 *
 * @param paidUntil the last day paid elsewhere for this plan (`prepared_plans`)
 * @param onAlreadyJoined called if the server already has a running plan
 */
export function ReviewChoice({
  clinic,
  offer,
  price,
  isPatient,
  paidUntil,
  onAlreadyJoined,
}: {
  clinic: Clinic
  offer: Offer
  price: OfferPrice
  isPatient: boolean
  paidUntil: string | null
  onAlreadyJoined(): void
}) {
  const navigate = useNavigate()
  const { start, isBusy, failure } = useStartJoin(price.id, offer.place, onAlreadyJoined)
  const today = dateIn(serverNow(), clinic.time_zone)
  const [kept] = useState(() => storedChoice(price.id))
  const [coupon, setCoupon] = useState<CheckedCoupon | null>(kept?.coupon ?? null)
  const form = useSchemaForm<JoinForm>(
    joinFormSchema(today, isPatient),
    joinFormFrom(kept?.household ?? null),
  )
  const money = moneyOf(offer, price)
  const begins = paidUntil ? startAfterPaid(paidUntil, serverNow(), clinic.time_zone) : null
  const isForHouseholds = coversHousehold(price)
  const household = isForHouseholds ? householdFrom(form.watch(), today) : justThePayer

  function proceed(values: JoinForm): void {
    const chosen = isForHouseholds ? householdFrom(values, today) : justThePayer
    if (!chosen || isBusy) return
    storeChoice(price.id, { household: chosen, coupon })
    if (isPatient) {
      start({ household: chosen, form: values, coupon: coupon?.code ?? null })
      return
    }
    rememberAfterLogin(withQuery(paths.joinPlan, { price: price.id }))
    void navigate(withClinic(paths.join))
  }

  const { errors, submitCount } = form.formState
  return (
    <div className="mx-auto max-w-130">
      <PageHeading title={texts.heading} site={clinic.name} />
      <Card fold className="mt-6 sm:p-8">
        <h2 className="text-form font-semibold text-muted">{texts.label}</h2>
        <p className="mt-1 pr-8 font-display text-h2 font-medium break-words">{offer.name}</p>
        <Price
          price={price}
          perWhom={isForHouseholds ? checkoutTexts.perAdult : undefined}
          className="mt-2"
        />
        <form noValidate onSubmit={form.handleSubmit(proceed)} className="mt-5 space-y-6">
          <FormErrorSummary errors={errors} submitCount={submitCount} />
          {isForHouseholds && <HouseholdFields form={form} today={today} asksNames={isPatient} />}
          <CouponField priceId={price.id} currency={price.currency} coupon={coupon} onChange={setCoupon} />
          <ChargeSummary
            money={money}
            household={household}
            coupon={coupon}
            timeZone={clinic.time_zone}
            begins={begins}
          />
          {household && <HsaSentence plan={{ ...money, ...offer }} household={household} today={today} />}
          <ul className="space-y-3">
            <Fact icon={<Building2 aria-hidden />}>
              {clinic.bank_debit === 'us_bank_account'
                ? texts.merchantWithBank(clinic.name)
                : texts.merchant(clinic.name)}
            </Fact>
            {clinic.bank_debit === 'acss_debit' && (
              <Fact icon={<Landmark aria-hidden />}>{texts.bankLater}</Fact>
            )}
            <Fact icon={<CalendarX2 aria-hidden />}>{texts.cancel}</Fact>
          </ul>
          {isPatient && (
            <AgreementFields
              form={form}
              clinic={clinic.name}
              offer={offer}
              money={money}
              beginsOn={begins && dateIn(begins, clinic.time_zone)}
            />
          )}
          {failure && (
            <Notice tone="danger" title={texts.failedTitle}>
              {failure}
            </Notice>
          )}
          <SubmitButton size="large" className="w-full" isBusy={isBusy} busyText={texts.busy}>
            {isPatient ? texts.submit : texts.next}
          </SubmitButton>
          {!isPatient && <p className="text-center text-note text-muted">{texts.nextHint}</p>}
          {isPatient && config.sandbox && (
            <p className="text-center text-note text-muted">{shellTexts.sandbox}</p>
          )}
        </form>
      </Card>
      <Button asChild variant="quiet" className="mt-4 w-full">
        <Link to={withClinic(paths.joinPlan)}>{texts.other}</Link>
      </Button>
    </div>
  )
}

function Fact({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <li className="flex gap-3 [&_svg]:mt-0.5 [&_svg]:size-5 [&_svg]:flex-none [&_svg]:text-primary">
      {icon}
      <span className="min-w-0 break-words">{children}</span>
    </li>
  )
}
