import { useId } from 'react'
import { useSearchParams } from 'react-router'
import { quietPeriods, usualDays } from '#domain/quiet-members/periods.ts'
import { quietMemberTexts as texts } from '#domain/texts/quiet-members.ts'
import { Select } from '#web/components/ui/select.tsx'

/** The period without contact, in days; in the address. */
export function useQuietPeriod(): number {
  const [query] = useSearchParams()
  return quietPeriods.find((period) => String(period) === query.get('quiet')) ?? usualDays
}

export function QuietPeriod({ label }: { label: string }) {
  const id = useId()
  const [, setQuery] = useSearchParams()
  return (
    <span className="flex flex-wrap items-center gap-2 text-form">
      <label htmlFor={id}>{label}</label>
      <Select
        id={id}
        value={useQuietPeriod()}
        onChange={(event) =>
          setQuery(
            (now) => {
              now.set('quiet', event.target.value)
              return now
            },
            { replace: true, preventScrollReset: true },
          )
        }
      >
        {quietPeriods.map((period) => (
          <option key={period} value={period}>
            {texts.days(period)}
          </option>
        ))}
      </Select>
    </span>
  )
}
