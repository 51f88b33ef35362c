import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { Link } from 'react-router'
import { messagesPath, personPath } from '#domain/paths.ts'
import { quietMemberTexts as texts } from '#domain/texts/quiet-members.ts'
import { DateText } from '#web/components/date-text.tsx'
import { ErrorState } from '#web/components/error-state.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Card, CardTitle } from '#web/components/ui/card.tsx'
import { Skeleton } from '#web/components/ui/skeleton.tsx'
import { withClinic } from '#web/lib/clinic/clinic-address.ts'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { useCan } from '#web/lib/clinic/use-can.ts'
import { callFunction } from '#web/lib/fetch/api.ts'
import { clinicKey } from '#web/lib/fetch/query-client.ts'
import { QuietPeriod, useQuietPeriod } from './quiet-period.tsx'

function quietMembersQuery(slug: string, days: number) {
  return queryOptions({
    queryKey: clinicKey(slug, 'quiet-members', days),
    placeholderData: keepPreviousData,
    queryFn: () => callFunction('quiet-members', { days }),
  })
}

/** Members who pay and were long not in contact, with one press to write to each. The period is in the address. */
export function QuietMembers({ clinic }: { clinic: Pick<Clinic, 'subdomain' | 'time_zone'> }) {
  const id = useId()
  const canWrite = useCan()('messages:write')
  const days = useQuietPeriod()
  const { data, isPending, refetch } = useQuery(quietMembersQuery(clinic.subdomain, days))
  return (
    <Card role="region" aria-labelledby={id}>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <CardTitle id={id}>{texts.title}</CardTitle>
        <QuietPeriod label={texts.period} />
      </div>
      <p className="mt-2 text-form text-muted">{texts.lead}</p>
      {isPending ? (
        <Skeleton className="mt-4 h-24 rounded-control" />
      ) : !data ? (
        <ErrorState title={texts.failed} onRetry={() => void refetch()} />
      ) : data.count === 0 ? (
        <p className="mt-4">{texts.none(days)}</p>
      ) : (
        <>
          <p className="mt-4 font-semibold" role="status">
            {texts.count(data.count, days)}
          </p>
          <ul className="mt-2 divide-y divide-line">
            {data.members.map(({ patientId, name, plan, last }) => (
              <li
                key={patientId}
                className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2.5"
              >
                <span className="min-w-0 text-form">
                  <Link to={withClinic(personPath(patientId))} className="link font-semibold break-words">
                    {name}
                  </Link>
                  <span className="block break-words text-muted">
                    {plan} ·{' '}
                    {last ? (
                      <>
                        {texts.contacts[last.kind]} <DateText value={last.at} timeZone={clinic.time_zone} />
                      </>
                    ) : (
                      texts.never
                    )}
                  </span>
                </span>
                {canWrite && (
                  <Button asChild variant="outline" size="small">
                    <Link to={withClinic(messagesPath(patientId))} aria-label={texts.writeTo(name)}>
                      {texts.write}
                    </Link>
                  </Button>
                )}
              </li>
            ))}
          </ul>
          {data.count > data.members.length && (
            <p className="mt-2 text-note text-muted">{texts.more(data.count - data.members.length)}</p>
          )}
        </>
      )}
    </Card>
  )
}
