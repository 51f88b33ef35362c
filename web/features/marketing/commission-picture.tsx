import { marketingTexts } from '#domain/texts/marketing.ts'
import { MoneyText } from '#web/components/money-text.tsx'
import { Card } from '#web/components/ui/card.tsx'

const texts = marketingTexts.commissionPicture

/** A month's commission, with the specification's example (docs/specification.md B9). */
export function CommissionPicture() {
  return (
    <Card fold className="w-full max-w-100 lg:justify-self-end">
      <p className="pr-8 text-form text-muted">{texts.label}</p>
      <dl className="mt-4 space-y-3 text-form">
        <Line term={texts.revenue} cents={texts.revenueCents} />
        <Line term={texts.commission} cents={texts.commissionCents} />
        <div className="flex items-baseline justify-between gap-4 border-t border-line pt-3 font-semibold">
          <dt>{texts.kept}</dt>
          <dd className="font-display text-h3 font-medium">
            <MoneyText cents={texts.revenueCents - texts.commissionCents} />
          </dd>
        </div>
      </dl>
    </Card>
  )
}

function Line({ term, cents }: { term: string; cents: number }) {
  return (
    <div className="flex items-baseline justify-between gap-4">
      <dt className="text-muted">{term}</dt>
      <dd>
        <MoneyText cents={cents} />
      </dd>
    </div>
  )
}
