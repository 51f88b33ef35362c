import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { marketingTexts } from '#domain/texts/marketing.ts'
import { Button } from '#web/components/ui/button.tsx'
import { cn } from '#web/components/ui/class-names.ts'

const texts = marketingTexts.landing
const { stories } = texts

/** A carousel of three stories that wraps around and fades for 250 ms (docs/specification.md A1, B2.2). */
export function Stories() {
  const [shown, setShown] = useState(0)
  const step = (by: number) => setShown((index) => (index + by + stories.length) % stories.length)
  return (
    <div className="flex items-center gap-3 sm:gap-8">
      <Button
        variant="outline"
        size="icon"
        className="scriptless:hidden"
        aria-label={texts.previousStory}
        onClick={() => step(-1)}
      >
        <ChevronLeft aria-hidden />
      </Button>
      <div aria-live="polite" className="grid min-w-0 flex-1 text-center">
        {stories.map(({ who, text }, index) => (
          <figure
            key={who}
            aria-hidden={index !== shown}
            className={cn(
              'col-start-1 row-start-1 transition-opacity duration-[250ms]',
              'scriptless:visible scriptless:row-auto scriptless:mb-8 scriptless:opacity-100',
              index === shown ? 'opacity-100' : 'invisible opacity-0',
            )}
          >
            <p className="font-display text-h3 text-balance">{text}</p>
            <figcaption className="mt-4 font-semibold">
              {who}
              <span className="sr-only">, {texts.storyOf(index + 1, stories.length)}</span>
            </figcaption>
          </figure>
        ))}
      </div>
      <Button
        variant="outline"
        size="icon"
        className="scriptless:hidden"
        aria-label={texts.nextStory}
        onClick={() => step(1)}
      >
        <ChevronRight aria-hidden />
      </Button>
    </div>
  )
}
