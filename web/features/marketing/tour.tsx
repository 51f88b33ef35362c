import { useEffect, useRef, useState } from 'react'
import { marketingTexts } from '#domain/texts/marketing.ts'
import { Card } from '#web/components/ui/card.tsx'
import { cn } from '#web/components/ui/class-names.ts'
import { Choices } from './choices.tsx'
import { PauseButton } from './pause-button.tsx'
import { tourMs } from './rotation-times.ts'
import { useRotation } from './use-rotation.ts'

const { tour, tourLabel, tourTitle } = marketingTexts.landing

/**
 * Three views of the product, rotated every 5 s (docs/specification.md B2.2). Pauses while it has the pointer or the
 * focus.
 */
export function Tour({ shownForMs }: { shownForMs?: number }) {
  const box = useRef<HTMLDivElement>(null)
  const [isPaused, setPaused] = useState(false)
  const [isHeld, setHeld] = useState(false)
  const { index, choose } = useRotation(tour.length, tourMs, isPaused || isHeld, shownForMs)
  // on a prerendered page, pointer or focus may have arrived before the script
  useEffect(() => setHeld(box.current?.matches(':hover, :focus-within') ?? false), [])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the pointer only pauses the rotation
    <div
      ref={box}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <div className="mb-8 flex items-center gap-3">
        <h2 className="font-display text-h2 font-medium">{tourTitle}</h2>
        <PauseButton isPaused={isPaused} onChange={setPaused} />
      </div>
      <Choices label={tourTitle} titles={tour.map(({ title }) => title)} chosen={index} onChoose={choose}>
        {(open) => (
          <div className="grid">
            {tour.map(({ title, text, lines }, at) => (
              <figure
                key={title}
                aria-hidden={at !== open}
                className={cn(
                  'col-start-1 row-start-1 transition-opacity duration-200',
                  'scriptless:visible scriptless:row-auto scriptless:mb-8 scriptless:opacity-100',
                  at === open ? 'opacity-100' : 'invisible opacity-0',
                )}
              >
                <figcaption className="mb-4 text-lead text-muted">{text}</figcaption>
                <Card fold className="sm:p-8">
                  <p className="pr-8 font-display text-h3 font-medium">{title}</p>
                  <ul className="mt-4 divide-y divide-line text-form">
                    {lines.map((line) => (
                      <li key={line} className="py-3">
                        {line}
                      </li>
                    ))}
                  </ul>
                </Card>
                <p className="mt-3 text-note text-muted">{tourLabel}</p>
              </figure>
            ))}
          </div>
        )}
      </Choices>
    </div>
  )
}
