import { Plus, X } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import {
  clockText,
  inOrder,
  maxSpansPerDay,
  type OpeningSpan,
  type Weekday,
  weekdays,
  withBreak,
} from '#domain/clinics/opening-hours.ts'
import { clinicTexts } from '#domain/texts/clinics.ts'
import { FieldError } from '#web/components/form/field.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { cn } from '#web/components/ui/class-names.ts'
import { Input } from '#web/components/ui/input.tsx'

const texts = clinicTexts.hours
// of one width, so that the times of a week are in columns; a narrow phone has no room for the browser's button
const timeClass =
  'min-w-0 sm:w-36 sm:px-2.5 max-sm:flex-1 max-sm:px-1.5 max-sm:text-center max-sm:[&::-webkit-calendar-picker-indicator]:hidden'
const workingWeek: readonly Weekday[] = [1, 2, 3, 4, 5]

/**
 * Opening hours, a line per weekday.
 *
 * @param problemAt error of a span, by its index in `hours` @param noteOn what to know about an open day
 */
export function OpeningHoursField({
  hours,
  onChange,
  problemAt,
  noteOn,
}: {
  hours: readonly OpeningSpan[]
  onChange(hours: OpeningSpan[]): void
  problemAt(index: number): string | undefined
  noteOn?: (day: Weekday) => ReactNode
}) {
  const monday = hours.filter(({ day }) => day === 1)

  function change(index: number, times: Partial<OpeningSpan>): void {
    onChange(hours.map((span, at) => (at === index ? { ...span, ...times } : span)))
  }

  function add(day: Weekday): void {
    const spans = hours.filter((span) => span.day === day)
    const changed = spans.length > 0 ? withBreak(spans) : [{ day, opens: '09:00', closes: '17:00' }]
    if (changed) onChange(inOrder([...hours.filter((span) => span.day !== day), ...changed]))
  }

  return (
    <ul className="divide-y divide-line">
      {weekdays.map((day) => {
        const spans = hours.flatMap((span, index) => (span.day === day ? [{ span, index }] : []))
        const name = texts.days[day]
        const note = spans.length > 0 && noteOn?.(day)
        return (
          <li
            key={day}
            className={cn(
              'grid gap-x-4 gap-y-2 py-3 sm:grid-cols-[6rem_minmax(0,1fr)]',
              spans.length === 0 && 'grid-cols-[6rem_minmax(0,1fr)]',
            )}
          >
            <p className="pt-2.5 text-form font-semibold">{name}</p>
            <div className="space-y-2">
              {spans.map(({ span, index }) => (
                <Span
                  key={index}
                  dayName={name}
                  span={span}
                  problem={problemAt(index)}
                  onChange={(times) => change(index, times)}
                  onRemove={() => onChange(hours.filter((_, at) => at !== index))}
                />
              ))}
              <div aria-live="polite" className="text-note font-semibold text-warning empty:hidden">
                {note}
              </div>
              <div className="flex min-h-11 flex-wrap items-center gap-x-3">
                {spans.length === 0 && <span className="text-form text-muted">{texts.closed}</span>}
                {(spans.length === 0 ||
                  (spans.length < maxSpansPerDay && withBreak(spans.map(({ span }) => span)))) && (
                  <Button
                    variant="quiet"
                    size="small"
                    aria-label={spans.length === 0 ? texts.addTo(name) : texts.addBreakTo(name)}
                    onClick={() => add(day)}
                  >
                    <Plus aria-hidden />
                    {spans.length === 0 ? texts.add : texts.addBreak}
                  </Button>
                )}
                {day === 1 && monday.length > 0 && (
                  <Button
                    variant="quiet"
                    size="small"
                    onClick={() =>
                      onChange(
                        inOrder([
                          ...hours.filter((span) => !workingWeek.includes(span.day)),
                          ...workingWeek.flatMap((each) => monday.map((span) => ({ ...span, day: each }))),
                        ]),
                      )
                    }
                  >
                    {texts.copyWeek}
                  </Button>
                )}
              </div>
            </div>
          </li>
        )
      })}
    </ul>
  )
}

function Span({
  dayName,
  span,
  problem,
  onChange,
  onRemove,
}: {
  dayName: string
  span: OpeningSpan
  problem: string | undefined
  onChange(times: Partial<OpeningSpan>): void
  onRemove(): void
}) {
  const id = useId()
  const invalid = { 'aria-invalid': Boolean(problem), 'aria-describedby': problem && id }
  return (
    <div>
      <div className="flex items-center gap-1 sm:gap-2">
        <Input
          type="time"
          className={timeClass}
          aria-label={texts.opens(dayName)}
          value={span.opens}
          onChange={(event) => onChange({ opens: event.target.value })}
          {...invalid}
        />
        <span className="text-form text-muted">{texts.to}</span>
        <Input
          type="time"
          className={timeClass}
          aria-label={texts.closes(dayName)}
          value={span.closes}
          onChange={(event) => onChange({ closes: event.target.value })}
          {...invalid}
        />
        <Button
          variant="quiet"
          size="icon"
          className="max-sm:-mr-2"
          aria-label={texts.remove(dayName, texts.span(timeName(span.opens), timeName(span.closes)))}
          onClick={onRemove}
        >
          <X aria-hidden />
        </Button>
      </div>
      {problem && <FieldError id={id}>{problem}</FieldError>}
    </div>
  )
}

function timeName(time: string): string {
  return /^\d{2}:\d{2}$/.test(time) ? clockText(time) : ''
}
