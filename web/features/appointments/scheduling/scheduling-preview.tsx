import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { shortDay } from '#domain/appointments/visit-time.ts'
import { schedulingPageTexts } from '#domain/texts/scheduling.ts'
import { wallClock } from '#domain/values/zones.ts'
import { ErrorState } from '#web/components/error-state.tsx'
import { Field } from '#web/components/form/field.tsx'
import { SectionCard } from '#web/components/page/section-card.tsx'
import { Select } from '#web/components/ui/select.tsx'
import { Skeleton } from '#web/components/ui/skeleton.tsx'
import { freeTimesQuery, visitTypesQuery } from '../booking/queries.ts'

const texts = schedulingPageTexts.preview

export function SchedulingPreview({ slug, today }: { slug: string; today: string }) {
  const types = useQuery(visitTypesQuery(slug))
  const offered = types.data?.filter(({ isActive }) => isActive) ?? []
  const [chosen, setChosen] = useState('')
  const type = chosen || (offered[0]?.key ?? '')
  const found = useQuery(freeTimesQuery(slug, { appointmentType: type, from: today, days: 14 }))
  const days = new Map<string, number>()
  for (const { startsAt } of found.data?.times ?? []) {
    const { date } = wallClock(Date.parse(startsAt), found.data?.timeZone ?? 'UTC')
    days.set(date, (days.get(date) ?? 0) + 1)
  }
  return (
    <SectionCard title={texts.title}>
      <p className="-mt-2 mb-4 text-form text-muted">{texts.lead}</p>
      <Field label={texts.type}>
        {(control) => (
          <Select {...control} value={type} onChange={(event) => setChosen(event.target.value)}>
            {offered.map(({ key, name }) => (
              <option key={key} value={key}>
                {name}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <div className="mt-4">
        {found.isPending ? (
          <Skeleton className="h-20 rounded-control" />
        ) : !found.data ? (
          <ErrorState title={schedulingPageTexts.failed} onRetry={() => void found.refetch()} />
        ) : days.size === 0 ? (
          <p className="text-form text-muted">{texts.none}</p>
        ) : (
          <ul className="grid grid-cols-2 gap-x-4 gap-y-2 text-note sm:grid-cols-3 sm:gap-x-6 sm:text-form">
            {[...days].map(([date, count]) => (
              <li key={date} className="flex justify-between gap-2 whitespace-nowrap">
                <span>{shortDay(date)}</span>
                <span className="text-muted tabular-nums">{texts.times(count)}</span>
              </li>
            ))}
          </ul>
        )}
      </div>
    </SectionCard>
  )
}
