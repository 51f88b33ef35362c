import { queryOptions, useQuery } from '@tanstack/react-query'
import { Star } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { type LearningFigures, percent, type ResourceFigures } from '#domain/analytics/analytics.ts'
import { analyticsTexts } from '#domain/texts/analytics.ts'
import { contentTexts } from '#domain/texts/content.ts'
import { formatDate } from '#domain/values/dates.ts'
import { Bar, BarLegend, Columns } from '#web/components/charts.tsx'
import { ErrorState } from '#web/components/error-state.tsx'
import { FigureTable } from '#web/components/figure-card.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Card } from '#web/components/ui/card.tsx'
import { cn } from '#web/components/ui/class-names.ts'
import { Loading, Skeleton } from '#web/components/ui/skeleton.tsx'
import { Cell, Table } from '#web/components/ui/table.tsx'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { callFunction } from '#web/lib/fetch/api.ts'
import { clinicKey } from '#web/lib/fetch/query-client.ts'

const texts = analyticsTexts
const shownAtFirst = 5

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
      <section aria-labelledby="learning-analytics">
        <h2 id="learning-analytics" className="mb-4 font-display text-h3 font-medium">
          {texts.title}
        </h2>
        <div className="grid gap-4 lg:grid-cols-2">
          <Usage usage={usage} />
          <div className="grid content-start gap-4">
            <Programs programs={programs} />
            <Completion completion={completion} />
          </div>
        </div>
      </section>
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
    <Figures
      title={texts.usage.title}
      sentence={texts.usage.sentence(total, best && formatDate(best.week))}
      note={texts.usage.definition}
    >
      <Columns
        values={usage.map(({ views }) => views)}
        labels={[formatDate(usage[0]?.week ?? ''), formatDate(usage.at(-1)?.week ?? '')]}
      />
      <details className="mt-3 text-form">
        <summary className="link w-fit cursor-pointer">{texts.usage.byWeek}</summary>
        <div className="mt-2">
          <FigureTable
            label={texts.usage.title}
            columns={[texts.usage.week, texts.usage.views, texts.usage.people]}
            rows={usage
              .toReversed()
              .map(({ week, views, people }) => ({ key: week, cells: [formatDate(week), views, people] }))}
          />
        </div>
      </details>
    </Figures>
  )
}

function Programs({ programs }: Pick<LearningFigures, 'programs'>) {
  const sum = (of: 'learning' | 'completed') => programs.reduce((all, each) => all + each[of], 0)
  const most = Math.max(1, ...programs.map(({ learning, completed }) => learning + completed))
  return (
    <Figures
      title={texts.programs.title}
      sentence={texts.programs.sentence(sum('learning'), sum('completed'))}
    >
      {programs.length > 0 && (
        <>
          <ul className="space-y-3">
            {programs.map(({ programId, title, learning, completed, ended }) => (
              <Figure
                key={programId}
                name={title}
                figures={texts.programs.figures(learning, completed, ended)}
                parts={[completed, learning]}
                whole={most}
              />
            ))}
          </ul>
          <BarLegend parts={[texts.programs.completed, texts.programs.learning]} />
        </>
      )}
    </Figures>
  )
}

function Completion({ completion }: Pick<LearningFigures, 'completion'>) {
  const assigned = completion.reduce((sum, each) => sum + each.assigned, 0)
  const completed = completion.reduce((sum, each) => sum + each.completed, 0)
  return (
    <Figures
      title={texts.completion.title}
      sentence={texts.completion.sentence(percent(completed, assigned), completed, assigned)}
    >
      {completion.length > 0 && (
        <ul className="space-y-3">
          {completion.map((each) => (
            <Figure
              key={each.category}
              name={each.category}
              figures={texts.completion.figures(
                each.completed,
                each.assigned,
                percent(each.completed, each.assigned) ?? 0,
              )}
              parts={[each.completed]}
              whole={each.assigned}
            />
          ))}
        </ul>
      )}
    </Figures>
  )
}

function Figures({
  title,
  sentence,
  note,
  children,
}: {
  title: string
  sentence: string
  note?: string
  children: ReactNode
}) {
  const id = useId()
  return (
    <Card role="region" aria-labelledby={id}>
      <h3 id={id} className="font-display text-lead font-medium">
        {title}
      </h3>
      <p className="mt-1 text-form">{sentence}</p>
      {note && <p className="mt-1 text-note text-muted">{note}</p>}
      {children && <div className="mt-4">{children}</div>}
    </Card>
  )
}

/** A bar with its figures as text. */
function Figure({
  name,
  figures,
  parts,
  whole,
}: {
  name: string
  figures: string
  parts: readonly [number, number?]
  whole: number
}) {
  return (
    <li>
      <p className="mb-1 flex flex-wrap justify-between gap-x-3 text-form">
        <span className="min-w-0 break-words">{name}</span>
        <span className="text-muted tabular-nums">{figures}</span>
      </p>
      <Bar parts={parts} whole={whole} />
    </li>
  )
}

function Effectiveness({ resources }: Pick<LearningFigures, 'resources'>) {
  const { effectiveness } = texts
  const [showsAll, setShowsAll] = useState(false)
  return (
    <section aria-labelledby="resource-effectiveness">
      <h2 id="resource-effectiveness" className="font-display text-h3 font-medium">
        {effectiveness.title}
      </h2>
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
            {(showsAll ? resources : resources.slice(0, shownAtFirst)).map((resource) => (
              <tr key={resource.itemId}>
                <Cell phone="title">
                  <span className="font-semibold break-words">{resource.title}</span>
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
      {resources.length > shownAtFirst && (
        <Button
          variant="quiet"
          size="small"
          className="mt-2"
          aria-expanded={showsAll}
          onClick={() => setShowsAll(!showsAll)}
        >
          {showsAll ? effectiveness.fewer : effectiveness.more(resources.length)}
        </Button>
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
