import type { CareStep } from '#domain/care-plans/care-plans.ts'
import { carePlanTexts } from '#domain/texts/care-plans.ts'
import { DateText } from '#web/components/date-text.tsx'
import { StepIcon } from './step-icon.tsx'

const texts = carePlanTexts.home

export function CareTimeline({ steps }: { steps: readonly CareStep[] }) {
  return (
    <ol>
      {steps.map(({ title, note, on, state }, at) => {
        return (
          // a saved plan never changes its order on the screen
          <li
            key={String(at)}
            aria-current={state === 'current' ? 'step' : undefined}
            className="relative flex gap-3 pb-5 last:pb-0 not-last:before:absolute not-last:before:top-7 not-last:before:bottom-0 not-last:before:left-2.5 not-last:before:w-px not-last:before:bg-line"
          >
            <StepIcon state={state} className="mt-0.5" />
            <div className="min-w-0">
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
              {note && <p className="mt-1 text-form break-words whitespace-pre-line">{note}</p>}
            </div>
          </li>
        )
      })}
    </ol>
  )
}
