import { useId, useState } from 'react'
import { type PlanMoney, type PlannedCharge, planCharges } from '#domain/checkouts/charges.ts'
import type { CouponTerms } from '#domain/coupons/coupons.ts'
import { percentageOf } from '#domain/payouts/clinic-tax.ts'
import type { Household } from '#domain/plans/household.ts'
import { checkoutTexts } from '#domain/texts/checkouts.ts'
import { dateInText } from '#domain/values/dates.ts'
import { formatMoney } from '#domain/values/money.ts'
import { Button } from '#web/components/ui/button.tsx'
import { serverNow } from '#web/lib/page/clock.ts'

const texts = checkoutTexts.review.cost

/**
 * Today's charge and the next one, from ages alone (docs/domain-rules.md goal 2).
 *
 * @param household null while a date of birth is missing
 */
export function ChargeSummary({
  money,
  household,
  coupon,
  timeZone,
  begins,
}: {
  money: PlanMoney
  household: Household | null
  coupon: CouponTerms | null
  timeZone: string
  /** start of charges for a patient who paid elsewhere; null: now */
  begins: Date | null
}) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  return (
    <section aria-labelledby={`${id}-title`} className="border-t border-line pt-5">
      <h2 id={`${id}-title`} className="font-display text-h3 font-medium">
        {texts.title}
      </h2>
      <div aria-live="polite">
        {household ? (
          <Charges {...{ money, household, coupon, timeZone, begins, id, isOpen, setOpen }} />
        ) : (
          <p className="mt-3 text-muted">{texts.incomplete}</p>
        )}
      </div>
    </section>
  )
}

function Charges({
  money,
  household,
  coupon,
  timeZone,
  begins,
  id,
  isOpen,
  setOpen,
}: {
  money: PlanMoney
  household: Household
  coupon: CouponTerms | null
  timeZone: string
  begins: Date | null
  id: string
  isOpen: boolean
  setOpen(isOpen: boolean): void
}) {
  const { currency, interval } = money
  const start = { now: serverNow(), timeZone, coupon, begins }
  const { today, next, changes, fullPrice } = planCharges(money, household, start)
  const regular = next[0]?.totalCents ?? 0
  const chargeOn = (day: string) => next.find(({ on }) => on === day)?.totalCents ?? regular
  const isSimple = today.totalCents === regular && changes === null && fullPrice === null
  return (
    <>
      <dl className="mt-3 space-y-1.5">
        <Lines
          charge={
            today.items.length > 0 ? today : { ...(next[0] ?? today), enrolmentCents: today.enrolmentCents }
          }
          money={money}
        />
        <div className="flex justify-between gap-4 pt-1.5 text-lead font-semibold">
          <dt>{texts.today}</dt>
          <dd className="tabular-nums">{formatMoney(today.totalCents, currency)}</dd>
        </div>
      </dl>
      <p className="mt-4 text-lead font-semibold">
        {isSimple
          ? checkoutTexts.review.charge[interval](formatMoney(regular, currency))
          : texts.afterwards[interval](formatMoney(regular, currency))}
      </p>
      {!isSimple && next[0] && today.items.length === 0 && (
        <p className="mt-1 text-muted">{texts.from(dateInText(next[0].on))}</p>
      )}
      {fullPrice && (
        <p className="mt-1 text-muted">
          {texts.fullPrice(dateInText(fullPrice.on), formatMoney(fullPrice.totalCents, currency))}
        </p>
      )}
      {changes && (
        <p className="mt-1 text-muted">
          {texts.changes(dateInText(changes.on), formatMoney(chargeOn(changes.on), currency))}
        </p>
      )}
      <Button
        type="button"
        variant="quiet"
        size="small"
        className="mt-2 -ml-3"
        aria-expanded={isOpen}
        aria-controls={`${id}-next`}
        onClick={() => setOpen(!isOpen)}
      >
        {isOpen ? texts.hide : texts.show(next.length)}
      </Button>
      <table id={`${id}-next`} hidden={!isOpen} className="mt-2 w-full text-form">
        <caption className="sr-only">{texts.charges}</caption>
        <thead className="sr-only">
          <tr>
            <th scope="col">{texts.date}</th>
            <th scope="col">{texts.amount}</th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {next.map((charge) => (
            <tr key={charge.on}>
              <td className="py-1.5">{dateInText(charge.on)}</td>
              <td className="py-1.5 text-right tabular-nums">{formatMoney(charge.totalCents, currency)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}

function Lines({ charge, money: { currency, tax } }: { charge: PlannedCharge; money: PlanMoney }) {
  const rows = [
    ...charge.items.map(({ role, quantity, unitCents }) => ({
      label: texts.items[role](quantity, formatMoney(unitCents, currency)),
      cents: quantity * unitCents,
    })),
    ...(charge.discountCents > 0 ? [{ label: texts.discount, cents: -charge.discountCents }] : []),
    ...(charge.enrolmentCents > 0 ? [{ label: texts.enrolment, cents: charge.enrolmentCents }] : []),
    ...(tax && charge.taxCents > 0
      ? [{ label: texts.tax(tax.name, percentageOf(tax.ratePpm), tax.isInclusive), cents: charge.taxCents }]
      : []),
  ]
  return rows.map(({ label, cents }) => (
    <div key={label} className="flex justify-between gap-4">
      <dt className="min-w-0 break-words">{label}</dt>
      <dd className="tabular-nums">{formatMoney(cents, currency)}</dd>
    </div>
  ))
}
