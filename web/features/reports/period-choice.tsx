import { useSearchParams } from 'react-router'
import {
  longestPeriodDays,
  namedPeriod,
  type Period,
  type PeriodName,
  periodNames,
} from '#domain/reports/periods.ts'
import { reportTexts } from '#domain/texts/reports.ts'
import { daysBetween } from '#domain/values/zones.ts'
import { Field } from '#web/components/form/field.tsx'
import { Input } from '#web/components/ui/input.tsx'
import { Select } from '#web/components/ui/select.tsx'

const texts = reportTexts.period
const custom = 'custom'

export interface PeriodState {
  name: PeriodName | typeof custom
  period: Period
  isValid: boolean
}

/** The period in the URL; by default the current month. @param today in the clinic's zone */
export function usePeriod(today: string): [PeriodState, (change: Record<string, string>) => void] {
  const [query, setQuery] = useSearchParams()
  const change = (values: Record<string, string>) =>
    setQuery({ tab: 'reports', ...values }, { replace: true, preventScrollReset: true })
  const [from, until] = [query.get('from'), query.get('until')]
  if (from !== null && until !== null)
    return [{ name: custom, period: { from, until }, isValid: isPeriod(from, until) }, change]
  const name = periodNames.find((each) => each === query.get('period')) ?? 'this_month'
  return [{ name, period: namedPeriod(name, today), isValid: true }, change]
}

/** As `periodInput` of domain/reports/inputs.ts. */
function isPeriod(from: string, until: string): boolean {
  const isDay = (text: string) => /^2\d{3}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text))
  return isDay(from) && isDay(until) && from <= until && daysBetween(from, until) <= longestPeriodDays
}

export function PeriodChoice({
  state: { name, period, isValid },
  onChange,
}: {
  state: PeriodState
  onChange(change: Record<string, string>): void
}) {
  return (
    <div className="flex flex-wrap items-start gap-4">
      <div className="w-full sm:w-48">
        <Field label={texts.label}>
          {(control) => (
            <Select
              {...control}
              value={name}
              onChange={({ target: { value } }) =>
                onChange(value === custom ? { ...period } : { period: value })
              }
            >
              {periodNames.map((each) => (
                <option key={each} value={each}>
                  {texts.names[each]}
                </option>
              ))}
              <option value={custom}>{texts.custom}</option>
            </Select>
          )}
        </Field>
      </div>
      {name === custom && (
        <>
          <Day label={texts.from} value={period.from} onChange={(from) => onChange({ ...period, from })} />
          <Day
            label={texts.until}
            value={period.until}
            {...(!isValid && { error: texts.invalid })}
            onChange={(until) => onChange({ ...period, until })}
          />
        </>
      )}
    </div>
  )
}

function Day({
  label,
  value,
  error,
  onChange,
}: {
  label: string
  value: string
  error?: string
  onChange(day: string): void
}) {
  return (
    <div className="min-w-36 flex-1 sm:max-w-60">
      <Field label={label} {...(error && { error })}>
        {(control) => (
          <Input type="date" {...control} value={value} onChange={({ target }) => onChange(target.value)} />
        )}
      </Field>
    </div>
  )
}
