import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { Link } from 'react-router'
import { paths } from '#domain/paths.ts'
import { activityTexts } from '#domain/texts/activity.ts'
import { formatDate, relativeTime } from '#domain/values/dates.ts'
import { ErrorState } from '#web/components/error-state.tsx'
import { Card, CardTitle } from '#web/components/ui/card.tsx'
import { Loading, Skeleton } from '#web/components/ui/skeleton.tsx'
import { withClinic } from '#web/lib/clinic/clinic-address.ts'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { refusalCode } from '#web/lib/fetch/refusals.ts'
import { serverNow } from '#web/lib/page/clock.ts'
import { EntryActor, EntryText } from './entry-text.tsx'
import { recentActivityQuery } from './queries.ts'

const texts = activityTexts

/** The dashboard's Recent Activity, for admins (docs/specification.md B2.9). */
export function RecentActivity({ clinic }: { clinic: Pick<Clinic, 'subdomain' | 'time_zone'> }) {
  const id = useId()
  const recent = useQuery(recentActivityQuery(clinic.subdomain))
  return (
    <Card role="region" aria-labelledby={id}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <CardTitle id={id}>{texts.title}</CardTitle>
        <Link to={withClinic(paths.clinicActivity)} className="link text-form">
          {texts.viewAll}
        </Link>
      </div>
      {recent.isPending ? (
        <Loading>
          <Skeleton className="mt-4 h-72" />
        </Loading>
      ) : recent.data === undefined ? (
        refusalCode(recent.error) === 'second_step_required' ? (
          <p className="mt-3 text-muted">{texts.secondStep}</p>
        ) : (
          <div className="mt-4">
            <ErrorState title={texts.failed} onRetry={() => void recent.refetch()} />
          </div>
        )
      ) : recent.data.entries.length === 0 ? (
        <p className="mt-3 text-muted">{texts.none}</p>
      ) : (
        <ul className="mt-2 -mb-2 divide-y divide-line">
          {recent.data.entries.map((entry) => (
            <li key={entry.id} className="py-2 text-form">
              <p className="break-words">
                <EntryText entry={entry} />
              </p>
              <p className="flex items-center text-note text-muted">
                <span className="truncate">
                  <EntryActor entry={entry} />
                </span>
                <span aria-hidden="true" className="mx-1.5">
                  ·
                </span>
                <time
                  dateTime={entry.at}
                  title={formatDate(entry.at, clinic.time_zone)}
                  className="flex-none tabular-nums"
                >
                  {relativeTime(entry.at, serverNow(), clinic.time_zone)}
                </time>
              </p>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
