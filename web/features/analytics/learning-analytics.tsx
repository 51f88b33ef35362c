import { queryOptions, useQuery } from '@tanstack/react-query'
import { Star } from 'lucide-react'
import { type LearningFigures, percent, type ResourceFigures } from '#domain/analytics/analytics.ts'
import { analyticsTexts } from '#domain/texts/analytics.ts'
import { contentTexts } from '#domain/texts/content.ts'
import { formatDate } from '#domain/values/dates.ts'
import { Bar, BarLegend, Columns } from '#web/components/charts.tsx'
import { ErrorState } from '#web/components/error-state.tsx'
import { FigureCard, FigureTable } from '#web/components/figure-card.tsx'
import { cn } from '#web/components/ui/class-names.ts'
import { Loading, Skeleton } from '#web/components/ui/skeleton.tsx'
import { Cell, Table } from '#web/components/ui/table.tsx'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { callFunction } from '#web/lib/fetch/api.ts'
import { clinicKey } from '#web/lib/fetch/query-client.ts'

const texts = analyticsTexts

function figuresQuery(slug: string) {
  return queryOptions({
    queryKey: clinicKey(slug, 'learning-figures'),
    queryFn: () => callFunction('learning-figures', {}),
  })
}

/** The tab Analytics (docs/specification.md B2.13). */
export default function LearningAnalytics({ clinic }: { clinic: Clinic }) {
  const figures = useQuery(figuresQuery(clinic.subdomain))
  if (figures.isPending)
    return (
      <Loading>
        <Skeleton className="h-64 rounded-card" />
        <Skeleton className="mt-6 h-64 rounded-card" />
      </Loading>
    )
  if (!figures.data) return <ErrorState title={texts.failed} onRetry={() => void figures.refetch()} />
  const { usage, programs, completion, resources } = figures.data
  return (
    <div className="space-y-6">
      <Usage usage={usage} />
      <Programs programs={programs} />
      <Completion completion={completion} />
      <Effectiveness resources={resources} />
    </div>
  )
}

function Usage({ usage }: Pick<LearningFigures, 'usage'>) {
  const total = usage.reduce((sum, { views }) => sum + views, 0)
  const best = usage.reduce<LearningFigures['usage'][number] | null>(
    (most, each) => (each.views > (most?.views ?? 0) ? each : most),
    null,
  )
  return (
    <FigureCard
      title={texts.usage.title}
      sentence={texts.usage.sentence(total, best && formatDate(best.week))}
      note={texts.usage.definition}
      chart={
        <Columns
          values={usage.map(({ views }) => views)}
          labels={[formatDate(usage[0]?.week ?? ''), formatDate(usage.at(-1)?.week ?? '')]}
        />
      }
      table={
        <FigureTable
          label={texts.usage.title}
          columns={[texts.usage.week, texts.usage.views, texts.usage.people]}
          rows={usage
            .toReversed()
            .map(({ week, views, people }) => ({ key: week, cells: [formatDate(week), views, people] }))}
        />
      }
    />
  )
}

function Programs({ programs }: Pick<LearningFigures, 'programs'>) {
  const sum = (of: 'learning' | 'completed') => programs.reduce((all, each) => all + each[of], 0)
  const most = Math.max(1, ...programs.map(({ learning, completed }) => learning + completed))
  return (
    <FigureCard
      title={texts.programs.title}
      sentence={texts.programs.sentence(sum('learning'), sum('completed'))}
      chart={
        <>
          <ul className="space-y-3">
            {programs.map(({ programId, title, learning, completed }) => (
              <li key={programId}>
                <p className="mb-1 text-form break-words">{title}</p>
                <Bar parts={[completed, learning]} whole={most} />
              </li>
            ))}
          </ul>
          <BarLegend parts={[texts.programs.completed, texts.programs.learning]} />
        </>
      }
      table={
        programs.length > 0 && (
          <FigureTable
            label={texts.programs.title}
            columns={[
              texts.programs.program,
              texts.programs.learning,
              texts.programs.completed,
              texts.programs.ended,
            ]}
            rows={programs.map(({ programId, title, learning, completed, ended }) => ({
              key: programId,
              cells: [title, learning, completed, ended],
            }))}
          />
        )
      }
    />
  )
}

function Completion({ completion }: Pick<LearningFigures, 'completion'>) {
  const assigned = completion.reduce((sum, each) => sum + each.assigned, 0)
  const completed = completion.reduce((sum, each) => sum + each.completed, 0)
  const rate = (done: number, all: number) => {
    const share = percent(done, all)
    return share === null ? texts.effectiveness.nothing : texts.percent(share)
  }
  return (
    <FigureCard
      title={texts.completion.title}
      sentence={texts.completion.sentence(percent(completed, assigned), completed, assigned)}
      chart={
        <ul className="space-y-3">
          {completion.map((each) => (
            <li key={each.category}>
              <p className="mb-1 text-form">{each.category}</p>
              <Bar parts={[each.completed]} whole={each.assigned} />
            </li>
          ))}
        </ul>
      }
      table={
        completion.length > 0 && (
          <FigureTable
            label={texts.completion.title}
            columns={[
              texts.completion.category,
              texts.completion.assigned,
              texts.completion.completed,
              texts.completion.rate,
            ]}
            rows={completion.map((each) => ({
              key: each.category,
              cells: [each.category, each.assigned, each.completed, rate(each.completed, each.assigned)],
            }))}
          />
        )
      }
    />
  )
}

function Effectiveness({ resources }: Pick<LearningFigures, 'resources'>) {
  const { effectiveness } = texts
  return (
    <section aria-labelledby="resource-effectiveness">
      <h3 id="resource-effectiveness" className="font-display text-h3 font-medium">
        {effectiveness.title}
      </h3>
      <p className="mt-1 mb-4 text-note text-muted">{effectiveness.definition}</p>
      {resources.length === 0 ? (
        <p>{effectiveness.none}</p>
      ) : (
        <Table label={effectiveness.title}>
          <thead>
            <tr>
              <th scope="col">{effectiveness.resource}</th>
              <th scope="col">{effectiveness.type}</th>
              <th scope="col">{effectiveness.rating}</th>
              <th scope="col" data-align="end">
                {effectiveness.views}
              </th>
              <th scope="col" data-align="end">
                {effectiveness.completionRate}
              </th>
              <th scope="col">{effectiveness.popularIn}</th>
            </tr>
          </thead>
          <tbody>
            {resources.map((resource) => (
              <tr key={resource.itemId}>
                <Cell phone="title">
                  <span className="font-semibold break-words max-sm:block max-sm:truncate">
                    {resource.title}
                  </span>
                </Cell>
                <Cell>{contentTexts.types[resource.type]}</Cell>
                <Cell phone="note">
                  <Stars resource={resource} />
                </Cell>
                <Cell align="end">{resource.views.toLocaleString('en-US')}</Cell>
                <Cell phone="amount" align="end">
                  {resource.readers === 0
                    ? effectiveness.nothing
                    : texts.percent(percent(resource.completed, resource.readers) ?? 0)}
                </Cell>
                <Cell>{resource.popularIn ?? effectiveness.nothing}</Cell>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
    </section>
  )
}

function Stars({ resource: { rating, ratings } }: { resource: ResourceFigures }) {
  if (rating === null) return <span className="text-muted">{texts.effectiveness.noRating}</span>
  const words = texts.effectiveness.stars(rating, ratings)
  return (
    <span role="img" aria-label={words} title={words} className="inline-flex gap-0.5">
      {[1, 2, 3, 4, 5].map((each) => (
        <Star
          key={each}
          aria-hidden
          className={cn('size-4', each <= Math.round(rating) ? 'fill-primary text-primary' : 'text-control')}
        />
      ))}
    </span>
  )
}
