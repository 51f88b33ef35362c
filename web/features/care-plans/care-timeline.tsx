import type { CareStep } from '#domain/care-plans/care-plans.ts'
import { carePlanTexts } from '#domain/texts/care-plans.ts'
import { DateText } from '#web/components/date-text.tsx'
import { cn } from '#web/components/ui/class-names.ts'
import { StepIcon } from './step-icon.tsx'

const texts = carePlanTexts.home

/** The steps below each other; with `isRow` side by side, except on phones. */
export function CareTimeline({ steps, isRow = false }: { steps: readonly CareStep[]; isRow?: boolean }) {
  return (
    <ol className={cn(isRow && 'grid gap-x-4 gap-y-3 sm:grid-cols-4 sm:gap-y-6')}>
      {steps.map(({ title, note, on, state }, at) => (
        // a saved plan never changes its order on the screen
        <li
          key={String(at)}
          aria-current={state === 'current' ? 'step' : undefined}
          className={cn(
            'flex gap-3',
            isRow
              ? 'min-w-0 text-form sm:block'
              : 'relative pb-5 last:pb-0 not-last:before:absolute not-last:before:top-7 not-last:before:bottom-0 not-last:before:left-2.5 not-last:before:w-px not-last:before:bg-line',
          )}
        >
          <span
            className={cn(
              isRow
                ? 'flex items-center gap-2 sm:mb-2 sm:after:h-px sm:after:flex-1 sm:after:bg-line'
                : 'contents',
            )}
          >
            <StepIcon state={state} className={isRow ? 'max-sm:self-start' : 'mt-0.5'} />
          </span>
          <div className="min-w-0 flex-1">
            <p className="font-semibold break-words">{title}</p>
            <p className="text-note text-muted">
              {texts.states[state]}
              {on && (
                <>
                  {' · '}
                  <DateText value={on} />
                </>
              )}
            </p>
            {note && (
              <p className={cn('break-words whitespace-pre-line', isRow ? 'text-note' : 'mt-1 text-form')}>
                {note}
              </p>
            )}
          </div>
        </li>
      ))}
    </ol>
  )
}
