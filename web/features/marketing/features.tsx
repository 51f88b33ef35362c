import { Check } from 'lucide-react'
import { marketingTexts } from '#domain/texts/marketing.ts'
import { Card } from '#web/components/ui/card.tsx'
import { cn } from '#web/components/ui/class-names.ts'
import { Choices } from './choices.tsx'

const { features, featuresTitle } = marketingTexts.landing

/** Three features, of which one is open (docs/specification.md A1). */
export function Features() {
  return (
    <Choices label={featuresTitle} titles={features.map(({ title }) => title)}>
      {(open) =>
        features.map(({ title, text, points }, at) => (
          <Card
            key={title}
            fold
            className={cn('h-full sm:p-8', at !== open && 'hidden', 'scriptless:mb-6 scriptless:block')}
          >
            <h3 className="mb-2 hidden font-semibold scriptless:block">{title}</h3>
            <p className="pr-8 text-lead">{text}</p>
            <ul className="mt-5 space-y-3 border-t border-line pt-5 text-form">
              {points.map((point) => (
                <li key={point} className="flex gap-2.5">
                  <Check aria-hidden className="mt-0.5 size-4.5 flex-none text-primary" />
                  {point}
                </li>
              ))}
            </ul>
          </Card>
        ))
      }
    </Choices>
  )
}
