import { useId } from 'react'
import { type Nth, nthsOf, type Rhythm } from '#domain/appointments/rhythm.ts'
import {
  longestGapDays,
  longestGapMonths,
  longestGapWeeks,
  longestSeries,
  type Repeat,
  repeatProblem,
} from '#domain/appointments/series.ts'
import { appointmentPageTexts, appointmentTexts } from '#domain/texts/appointments.ts'
import { weekdayOf } from '#domain/values/zones.ts'
import { Field } from '#web/components/form/field.tsx'
import { Checkbox } from '#web/components/ui/checkbox.tsx'
import { Input } from '#web/components/ui/input.tsx'
import { Select } from '#web/components/ui/select.tsx'

const texts = appointmentPageTexts.dialog.series
const { form } = appointmentTexts

/** The repetition as entered; a number being typed is NaN. */
export interface RepeatChoice {
  unit: 'never' | Unit
  every: number
  /** Beside the weekday of the first date. */
  weekdays: number[]
  nth: Nth
  ends: 'count' | 'until'
  count: number
  until: string
}

type Unit = 'days' | 'weeks' | 'months'

export const neverRepeats: RepeatChoice = {
  unit: 'never',
  every: 1,
  weekdays: [],
  nth: 1,
  ends: 'count',
  count: 6,
  until: '',
}

const longestGaps: Record<Unit, number> = {
  days: longestGapDays,
  weeks: longestGapWeeks,
  months: longestGapMonths,
}

const isDate = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text)

/** The first date decides the weekday of the month, and is one of the weekdays. */
function rhythmOf({ unit, every, weekdays, nth }: RepeatChoice & { unit: Unit }, first: string): Rhythm {
  if (unit === 'days' || !isDate(first)) return { everyDays: every }
  if (unit === 'weeks')
    return {
      everyWeeks: every,
      weekdays: [...new Set([...weekdays, weekdayOf(first)])].toSorted((a, b) => a - b),
    }
  const possible = nthsOf(first)
  return { everyMonths: every, nth: possible.find((each) => each === nth) ?? possible[0] ?? 1 }
}

/** The entered repetition: none, a repeat, or a field's error. @param first the first date */
export function repeatOf(
  choice: RepeatChoice,
  first: string,
): { repeat: Repeat | null; problem: { field: 'every' | 'count' | 'until'; text: string } | null } {
  const { unit, every, ends, count, until } = choice
  if (unit === 'never') return { repeat: null, problem: null }
  const wrong = (field: 'every' | 'count' | 'until', text: string) => ({
    repeat: null,
    problem: { field, text },
  })
  if (!Number.isInteger(every) || every < 1 || every > longestGaps[unit])
    return wrong('every', form.repeatEvery)
  const rhythm = rhythmOf({ ...choice, unit }, first)
  if (ends === 'count') {
    const isPossible = Number.isInteger(count) && count >= 2 && count <= longestSeries
    return isPossible ? { repeat: { ...rhythm, count }, problem: null } : wrong('count', form.repeatCount)
  }
  if (until === '') return wrong('until', form.dateMissing)
  const repeat = { ...rhythm, until }
  const problem = first === '' ? null : repeatProblem(first, repeat)
  return problem ? wrong('until', problem) : { repeat, problem: null }
}

export function RepeatFields({
  value,
  first,
  showsProblem,
  onChange,
}: {
  value: RepeatChoice
  first: string
  showsProblem: boolean
  onChange(value: RepeatChoice): void
}) {
  const change = (part: Partial<RepeatChoice>) => onChange({ ...value, ...part })
  const { problem } = repeatOf(value, first)
  const errorOf = (field: 'every' | 'count' | 'until') =>
    showsProblem && problem?.field === field ? problem.text : undefined
  return (
    <>
      <Field label={texts.repeat}>
        {(control) => (
          <Select
            {...control}
            value={value.unit}
            onChange={(event) => change({ unit: event.target.value as RepeatChoice['unit'] })}
          >
            {(['never', 'days', 'weeks', 'months'] as const).map((unit) => (
              <option key={unit} value={unit}>
                {texts.units[unit]}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {value.unit !== 'never' && (
        <>
          <Field label={texts.every[value.unit]} error={errorOf('every')}>
            {(control) => (
              <NumberInput
                {...control}
                most={value.unit === 'never' ? 1 : longestGaps[value.unit]}
                value={value.every}
                onChange={(every) => change({ every })}
              />
            )}
          </Field>
          {value.unit === 'weeks' && (
            <Weekdays chosen={value.weekdays} first={first} onChange={(weekdays) => change({ weekdays })} />
          )}
          {value.unit === 'months' && isDate(first) && (
            <Field label={texts.on}>
              {(control) => (
                <Select
                  {...control}
                  value={nthsOf(first).find((nth) => nth === value.nth) ?? nthsOf(first)[0]}
                  onChange={(event) => change({ nth: Number(event.target.value) as Nth })}
                >
                  {nthsOf(first).map((nth) => (
                    <option key={nth} value={nth}>
                      {texts.nth(nth, weekdayName(weekdayOf(first)))}
                    </option>
                  ))}
                </Select>
              )}
            </Field>
          )}
          <Field label={texts.ends}>
            {(control) => (
              <Select
                {...control}
                value={value.ends}
                onChange={(event) => change({ ends: event.target.value as RepeatChoice['ends'] })}
              >
                <option value="count">{texts.endings.count}</option>
                <option value="until">{texts.endings.until}</option>
              </Select>
            )}
          </Field>
          {value.ends === 'count' ? (
            <Field label={texts.count} error={errorOf('count')}>
              {(control) => (
                <NumberInput
                  {...control}
                  most={longestSeries}
                  value={value.count}
                  onChange={(count) => change({ count })}
                />
              )}
            </Field>
          ) : (
            <Field label={texts.until} error={errorOf('until')}>
              {(control) => (
                <Input
                  {...control}
                  type="date"
                  min={first}
                  value={value.until}
                  onChange={(event) => change({ until: event.target.value })}
                />
              )}
            </Field>
          )}
        </>
      )}
    </>
  )
}

const weekdayName = (weekday: number) => texts.weekdayNames[weekday - 1] ?? ''

function Weekdays({
  chosen,
  first,
  onChange,
}: {
  chosen: readonly number[]
  first: string
  onChange(weekdays: number[]): void
}) {
  const hint = useId()
  const own = isDate(first) ? weekdayOf(first) : null
  return (
    <fieldset aria-describedby={hint} className="sm:col-span-2">
      <legend className="text-form font-semibold">{texts.weekdays}</legend>
      <div className="mt-2 flex flex-wrap gap-x-5 gap-y-2">
        {texts.weekdayNames.map((name, index) => (
          <label key={name} htmlFor={`${hint}-${name}`} className="flex min-h-6 items-center gap-2 text-form">
            <Checkbox
              id={`${hint}-${name}`}
              checked={index + 1 === own || chosen.includes(index + 1)}
              disabled={index + 1 === own}
              onChange={(event) => {
                const others = chosen.filter((day) => day !== index + 1)
                onChange(event.target.checked ? [...others, index + 1] : others)
              }}
            />
            {name}
          </label>
        ))}
      </div>
      <p id={hint} className="mt-1.5 text-note text-muted">
        {texts.weekdaysHint}
      </p>
    </fieldset>
  )
}

function NumberInput({
  most,
  value,
  onChange,
  ...control
}: {
  most: number
  value: number
  onChange(value: number): void
} & Omit<React.ComponentProps<typeof Input>, 'value' | 'onChange'>) {
  return (
    <Input
      {...control}
      type="number"
      inputMode="numeric"
      min={1}
      max={most}
      value={Number.isNaN(value) ? '' : value}
      onChange={(event) => onChange(event.target.valueAsNumber)}
    />
  )
}
