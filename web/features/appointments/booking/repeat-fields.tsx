import { longestGapDays, longestSeries, type Repeat, repeatProblem } from '#domain/appointments/series.ts'
import { appointmentPageTexts, appointmentTexts } from '#domain/texts/appointments.ts'
import { Field } from '#web/components/form/field.tsx'
import { Input } from '#web/components/ui/input.tsx'
import { Select } from '#web/components/ui/select.tsx'

const texts = appointmentPageTexts.dialog.series
const { form } = appointmentTexts

/** The repetition as entered; a number being typed is NaN. */
export interface RepeatChoice {
  unit: 'never' | 'days' | 'weeks'
  every: number
  ends: 'count' | 'until'
  count: number
  until: string
}

export const neverRepeats: RepeatChoice = { unit: 'never', every: 1, ends: 'count', count: 6, until: '' }

/** The entered repetition: none, a repeat, or a field's error. @param first the first date */
export function repeatOf(
  { unit, every, ends, count, until }: RepeatChoice,
  first: string,
): { repeat: Repeat | null; problem: { field: 'every' | 'count' | 'until'; text: string } | null } {
  if (unit === 'never') return { repeat: null, problem: null }
  const wrong = (field: 'every' | 'count' | 'until', text: string) => ({
    repeat: null,
    problem: { field, text },
  })
  const everyDays = every * (unit === 'weeks' ? 7 : 1)
  if (!Number.isInteger(every) || everyDays < 1 || everyDays > longestGapDays)
    return wrong('every', form.repeatEvery)
  if (ends === 'count') {
    const isPossible = Number.isInteger(count) && count >= 2 && count <= longestSeries
    return isPossible ? { repeat: { everyDays, count }, problem: null } : wrong('count', form.repeatCount)
  }
  if (until === '') return wrong('until', form.dateMissing)
  const repeat = { everyDays, until }
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
            {(['never', 'days', 'weeks'] as const).map((unit) => (
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
                most={value.unit === 'weeks' ? longestGapDays / 7 : longestGapDays}
                value={value.every}
                onChange={(every) => change({ every })}
              />
            )}
          </Field>
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
