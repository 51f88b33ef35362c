import { useState } from 'react'
import { marketingTexts } from '#domain/texts/marketing.ts'
import { cn } from '#web/components/ui/class-names.ts'
import { PauseButton } from './pause-button.tsx'
import { taglineMs } from './rotation-times.ts'
import { useRotation } from './use-rotation.ts'

const { taglines } = marketingTexts.landing

/**
 * Six taglines, each shown for 5 s, with a fade of 1 s (docs/specification.md A1, A9). The page contains all of them.
 */
export function Tagline({ shownForMs }: { shownForMs?: number }) {
  const [isPaused, setPaused] = useState(false)
  const { index } = useRotation(taglines.length, taglineMs, isPaused, shownForMs)
  return (
    <div className="mt-4 flex items-center gap-2">
      <p className="grid font-display text-h3 text-primary">
        {taglines.map((line, at) => (
          <span
            key={line}
            aria-hidden={at !== index}
            className={cn(
              'col-start-1 row-start-1 transition-opacity duration-1000',
              'scriptless:row-auto scriptless:opacity-100',
              at === index ? 'opacity-100' : 'opacity-0',
            )}
          >
            {line}
          </span>
        ))}
      </p>
      <PauseButton isPaused={isPaused} onChange={setPaused} />
    </div>
  )
}
