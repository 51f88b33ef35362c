import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { History } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { activityTopics } from '#domain/activity/activity.ts'
import { paths } from '#domain/paths.ts'
import { activityTexts } from '#domain/texts/activity.ts'
import { NeedsSecondStep } from '#web/components/access/needs-second-step.tsx'
import { TimeText } from '#web/components/date-text.tsx'
import { EmptyState } from '#web/components/empty-state.tsx'
import { ErrorState } from '#web/components/error-state.tsx'
import { Field } from '#web/components/form/field.tsx'
import { MoreButton } from '#web/components/more-button.tsx'
import { PageHeading } from '#web/components/page/page-heading.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Notice } from '#web/components/ui/notice.tsx'
import { Select } from '#web/components/ui/select.tsx'
import { Loading, Skeleton } from '#web/components/ui/skeleton.tsx'
import { Cell, Table } from '#web/components/ui/table.tsx'
import { EntryActor, EntryText } from '#web/features/activity/entry-text.tsx'
import { type ActivityFilters, activityQuery } from '#web/features/activity/queries.ts'
import { teamQuery } from '#web/features/team/queries.ts'
import { withClinic } from '#web/lib/clinic/clinic-address.ts'
import { useClinic } from '#web/lib/clinic/current-clinic.ts'
import { refusalCode } from '#web/lib/fetch/refusals.ts'

const texts = activityTexts.page
const topics = ['all', ...activityTopics] as const

export default function Activity() {
  const clinic = useClinic()
  return (
    <>
      <PageHeading title={texts.title} site={clinic.name} lead={texts.lead(clinic.name)} />
      <div className="mt-8 space-y-6">
        <FilteredActivity />
      </div>
    </>
  )
}

function FilteredActivity() {
  const clinic = useClinic()
  const [query, setQuery] = useSearchParams()
  const filters: ActivityFilters = {
    topic: topics.find((topic) => topic === query.get('about')) ?? 'all',
    actorId: query.get('by'),
  }
  const team = useQuery(teamQuery(clinic))
  const trail = useInfiniteQuery(activityQuery(clinic.subdomain, filters))
  const entries = trail.data?.pages.flatMap((page) => page.entries) ?? []
  const choose = (name: 'about' | 'by', value: string) =>
    setQuery(
      (now) => {
        if (value === '' || value === 'all') now.delete(name)
        else now.set(name, value)
        return now
      },
      { replace: true },
    )

  if (refusalCode(trail.error) === 'second_step_required')
    return <NeedsSecondStep setUpAt={withClinic(`${paths.settingsPassword}#two-step`)} />
  return (
    <>
      <search aria-label={texts.filters} className="grid gap-4 sm:grid-cols-2 lg:max-w-2xl">
        <Field label={texts.topic}>
          {(control) => (
            <Select
              {...control}
              value={filters.topic}
              onChange={(event) => choose('about', event.target.value)}
            >
              {topics.map((topic) => (
                <option key={topic} value={topic}>
                  {texts.topics[topic]}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label={texts.person}>
          {(control) => (
            <Select
              {...control}
              value={filters.actorId ?? ''}
              onChange={(event) => choose('by', event.target.value)}
            >
              <option value="">{texts.everybody}</option>
              {team.data?.flatMap(({ userId, name }) =>
                userId ? (
                  <option key={userId} value={userId}>
                    {name}
                  </option>
                ) : (
                  []
                ),
              )}
            </Select>
          )}
        </Field>
      </search>
      {trail.isPending ? (
        <Loading>
          <Skeleton className="h-96 rounded-card" />
        </Loading>
      ) : trail.data === undefined ? (
        <ErrorState title={activityTexts.failed} onRetry={() => void trail.refetch()} />
      ) : entries.length === 0 ? (
        <EmptyState
          icon={History}
          title={texts.noMatch}
          action={
            <Button variant="outline" onClick={() => setQuery(new URLSearchParams(), { replace: true })}>
              {texts.clear}
            </Button>
          }
        />
      ) : (
        <>
          {trail.data.pages.some(({ areNamesMissing }) => areNamesMissing) && (
            <Notice tone="warning">{activityTexts.namesFailed}</Notice>
          )}
          <Table label={texts.label}>
            <thead>
              <tr>
                <th scope="col">{texts.columns.what}</th>
                <th scope="col">{texts.columns.who}</th>
                <th scope="col">{texts.columns.when}</th>
              </tr>
            </thead>
            <tbody>
              {entries.map((entry) => (
                <tr key={entry.id}>
                  <Cell phone="both">
                    <span className="block break-words">
                      <EntryText entry={entry} />
                    </span>
                    <span className="block text-note text-muted sm:hidden">
                      <EntryActor entry={entry} /> · <TimeText value={entry.at} />
                    </span>
                  </Cell>
                  <Cell>
                    <EntryActor entry={entry} />
                  </Cell>
                  <Cell className="text-note text-muted">
                    <TimeText value={entry.at} />
                  </Cell>
                </tr>
              ))}
            </tbody>
          </Table>
          <MoreButton list={trail} busyText={texts.loading}>
            {texts.older}
          </MoreButton>
        </>
      )}
    </>
  )
}
