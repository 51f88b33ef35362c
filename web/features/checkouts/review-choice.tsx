import { Building2, CalendarX2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formatMoney } from '#domain/money.ts'
import { paths } from '#domain/paths.ts'
import { checkoutTexts } from '#domain/texts/checkouts.ts'
import { shellTexts } from '#domain/texts/shell.ts'
import { SubmitButton } from '#web/components/form/submit-button.tsx'
import { PageHeading } from '#web/components/page-heading.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Card } from '#web/components/ui/card.tsx'
import { Notice } from '#web/components/ui/notice.tsx'
import { withClinic } from '#web/lib/clinic-address.ts'
import { config } from '#web/lib/config.ts'
import type { Clinic } from '#web/lib/current-clinic.ts'
import type { Offer, OfferPrice } from './offers.ts'
import { Price } from './price.tsx'
import { useStartJoin } from './start-join.ts'

const texts = checkoutTexts.review

/**
 * What is charged, when, by whom and until when, shown before the payment page (docs/domain-rules.md rule 18).
 *
 * @param onAlreadyJoined called when the server knows of a running plan that this page does not
 */
export function ReviewChoice({
  clinic,
  offer,
  price,
  onAlreadyJoined,
}: {
  clinic: Clinic
  offer: Offer
  price: OfferPrice
  onAlreadyJoined(): void
}) {
  const { start, isBusy, failure } = useStartJoin(price.id, onAlreadyJoined)
  const amount = formatMoney(price.amountCents, price.currency)
  return (
    <div className="mx-auto max-w-130">
      <PageHeading title={texts.heading} site={clinic.name} />
      <Card fold className="mt-6 sm:p-8">
        <h2 className="text-form font-semibold text-muted">{texts.label}</h2>
        <p className="mt-1 pr-8 font-display text-h2 font-medium break-words">{offer.name}</p>
        <Price price={price} className="mt-2" />
        <p className="mt-5 border-t border-line pt-5 text-lead font-semibold">
          {texts.charge[price.interval](amount)}
        </p>
        <ul className="mt-4 space-y-3">
          <Fact icon={<Building2 aria-hidden />}>{texts.merchant(clinic.name)}</Fact>
          <Fact icon={<CalendarX2 aria-hidden />}>{texts.cancel}</Fact>
        </ul>
        {failure && (
          <Notice tone="danger" title={texts.failedTitle} className="mt-6">
            {failure}
          </Notice>
        )}
        <SubmitButton
          type="button"
          size="large"
          className="mt-7 w-full"
          isBusy={isBusy}
          busyText={texts.busy}
          onClick={() => isBusy || start()}
        >
          {texts.submit}
        </SubmitButton>
        {config.sandbox && <p className="mt-3 text-center text-note text-muted">{shellTexts.sandbox}</p>}
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
