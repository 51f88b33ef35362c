import type { CareStep } from '#domain/care-plans/care-plans.ts'
import { carePlanTexts } from '#domain/texts/care-plans.ts'
import { DateText } from '#web/components/date-text.tsx'
import { StepIcon } from './step-icon.tsx'

const texts = carePlanTexts.home

/** The steps side by side; on phones below each other. */
export function TimelineRow({ steps }: { steps: readonly CareStep[] }) {
  return (
    <ol className="grid gap-x-4 gap-y-3 sm:grid-cols-4 sm:gap-y-6">
      {steps.map(({ title, note, on, state }, at) => (
        // a saved plan never changes its order on the screen
        <li
          key={String(at)}
          aria-current={state === 'current' ? 'step' : undefined}
          className="flex min-w-0 gap-3 text-form sm:block"
        >
          <span className="flex items-center gap-2 sm:mb-2 sm:after:h-px sm:after:flex-1 sm:after:bg-line">
            <StepIcon state={state} className="max-sm:self-start" />
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
            {note && <p className="text-note break-words whitespace-pre-line">{note}</p>}
          </div>
        </li>
      ))}
    </ol>
  )
}
