import { CalendarClock, Check } from 'lucide-react'
import { marketingTexts } from '#domain/texts/marketing.ts'
import { formatPrice } from '#domain/values/money.ts'
import { DateText } from '#web/components/date-text.tsx'
import { Badge } from '#web/components/ui/badge.tsx'
import { Card } from '#web/components/ui/card.tsx'

const texts = marketingTexts.picture

export function PlanPicture() {
  return (
    <figure className="relative mx-auto w-full max-w-100">
      <div
        aria-hidden="true"
        className="absolute inset-x-6 -bottom-4 h-24 rounded-card border border-line bg-sunken"
      />
      <Card fold className="relative shadow-layer">
        <p className="pr-10 text-form text-muted">{texts.clinic}</p>
        <p className="mt-1 font-display text-h3 font-medium">{texts.plan}</p>
        <p className="mt-4 flex items-baseline gap-2">
          <span className="font-display text-hero font-medium tabular-nums">
            {formatPrice(texts.monthlyCents, 'usd')}
          </span>
          <span className="text-muted">{texts.perMonth}</span>
        </p>
        <ul className="mt-5 space-y-2.5 border-t border-line pt-5 text-form">
          {texts.included.map((line) => (
            <li key={line} className="flex gap-2.5">
              <Check aria-hidden className="mt-0.5 size-4.5 flex-none text-primary" />
              {line}
            </li>
          ))}
        </ul>
        <div className="mt-5 flex items-center gap-3 rounded-control bg-tint px-4 py-3 text-form">
          <CalendarClock aria-hidden className="size-5 flex-none text-primary" />
          <span>
            {texts.nextPayment} <DateText value={texts.nextPaymentOn} />
          </span>
          <Badge tone="success" className="ml-auto bg-surface">
            {texts.active}
          </Badge>
        </div>
      </Card>
      <figcaption className="sr-only">{texts.label}</figcaption>
    </figure>
  )
}
