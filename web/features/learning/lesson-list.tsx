import { useQuery } from '@tanstack/react-query'
import { BookOpen, SearchX } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { useSearchParams } from 'react-router'
import { matchesSearch } from '#domain/learning/search.ts'
import { learningTexts } from '#domain/texts/learning.ts'
import { EmptyState } from '#web/components/empty-state.tsx'
import { ErrorState } from '#web/components/error-state.tsx'
import { SearchField } from '#web/components/form/search-field.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '#web/components/ui/tabs.tsx'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { useFileLinks } from '#web/lib/files/file-links.ts'
import { AssignedLessons } from './assigned-lessons.tsx'
import { assignedQuery, type Lesson } from './assigned-query.ts'
import { LessonCard } from './lesson-card.tsx'
import { LessonSkeleton } from './lesson-skeleton.tsx'
import { OwnPrograms } from './own-programs.tsx'
import { lessonsQuery, ownProgramsQuery, type Reading, readingsQuery } from './queries.ts'

const texts = learningTexts

/**
 * The Learning Center: search, featured and saved lessons, and all lessons by category (docs/specification.md B2.5).
 *
 * @param pathOf path of a lesson's page
 */
export function LessonList({ clinic, pathOf }: { clinic: Clinic; pathOf(itemId: string): string }) {
  const lessons = useQuery(lessonsQuery(clinic.subdomain))
  if (lessons.isPending) return <LessonSkeleton />
  if (!lessons.data) return <ErrorState title={texts.failed} onRetry={() => void lessons.refetch()} />
  const assigned = (
    <>
      <AssignedLessons clinic={clinic} pathOf={pathOf} />
      <OwnPrograms clinic={clinic} pathOf={pathOf} />
    </>
  )
  if (lessons.data.length === 0) {
    return (
      <div className="space-y-8">
        {assigned}
        <EmptyState icon={BookOpen} title={texts.empty}>
          {texts.emptyLead(clinic.name)}
        </EmptyState>
      </div>
    )
  }
  return <Library lessons={lessons.data} slug={clinic.subdomain} pathOf={pathOf} assigned={assigned} />
}

function Library({
  lessons,
  slug,
  pathOf,
  assigned,
}: {
  lessons: readonly Lesson[]
  slug: string
  pathOf(itemId: string): string
  assigned: ReactNode
}) {
  const [query, setQuery] = useSearchParams()
  const [search, setSearch] = useState(query.get('search') ?? '')
  const readings = useQuery(readingsQuery(slug))
  const links = useFileLinks(lessons.flatMap(({ coverFileId }) => coverFileId ?? []))

  const categories = [...new Set(lessons.map(({ category }) => category))].sort((a, b) =>
    a.localeCompare(b, 'en-US'),
  )
  const category = categories.find((name) => name === query.get('category')) ?? 'all'
  const found = lessons.filter((lesson) => matchesSearch(lesson, search))
  const shown = found.filter((lesson) => category === 'all' || lesson.category === category)
  const isBrowsing = search.trim() === '' && category === 'all'

  function change(name: 'search' | 'category', value: string): void {
    setQuery(
      (now) => {
        if (value === '' || value === 'all') now.delete(name)
        else now.set(name, value)
        return now
      },
      { replace: true, preventScrollReset: true },
    )
  }

  const all: ListProps = { lessons: shown, links, pathOf }
  return (
    <div className="group space-y-6">
      <search>
        <SearchField
          label={texts.search}
          placeholder={texts.searchHint}
          value={search}
          onChange={(text) => {
            setSearch(text)
            change('search', text.trim())
          }}
        />
      </search>
      {readings.isPending && <span hidden aria-busy="true" />}
      <Tabs
        // part of an element's id, which allows no spaces
        value={encodeURIComponent(category)}
        onValueChange={(name) => change('category', decodeURIComponent(name))}
      >
        <TabsList aria-label={texts.categories}>
          <TabsTrigger value="all">{texts.all}</TabsTrigger>
          {categories.map((name) => (
            <TabsTrigger key={name} value={encodeURIComponent(name)}>
              {name}
            </TabsTrigger>
          ))}
        </TabsList>
        <TabsContent value={encodeURIComponent(category)}>
          {isBrowsing ? (
            <div className="space-y-8">
              {assigned}
              {/* appears with the content above, whose height is unknown while loading: nothing may move during reading */}
              <div className="space-y-8 group-has-[[aria-busy=true]]:hidden">
                <Shelves {...all} slug={slug} readings={readings.data} />
              </div>
            </div>
          ) : shown.length > 0 ? (
            <Rows {...all} />
          ) : (
            <EmptyState
              icon={SearchX}
              title={texts.none}
              action={
                <Button
                  variant="outline"
                  onClick={() => {
                    setSearch('')
                    setQuery({}, { replace: true, preventScrollReset: true })
                  }}
                >
                  {texts.clear}
                </Button>
              }
            >
              {texts.noneLead}
            </EmptyState>
          )}
          <p role="status" className="sr-only">
            {search.trim() !== '' && texts.found(shown.length)}
          </p>
        </TabsContent>
      </Tabs>
    </div>
  )
}

interface ListProps {
  lessons: readonly Lesson[]
  links: ReadonlyMap<string, string>
  pathOf(itemId: string): string
}

/** Saved, featured and all other lessons; each lesson once, also not if it is assigned or in a program. */
function Shelves({
  lessons,
  slug,
  readings,
  ...list
}: ListProps & { slug: string; readings: ReadonlyMap<string, Reading> | undefined }) {
  const assigned = useQuery(assignedQuery(slug))
  const programs = useQuery(ownProgramsQuery(slug))
  const above = new Set([
    ...(assigned.data ?? []).map(({ id }) => id),
    ...(programs.data ?? []).flatMap(({ sessions }) =>
      sessions.flatMap((session) => session.lessons.map(({ itemId }) => itemId)),
    ),
  ])
  const others = lessons.filter(({ id }) => !above.has(id))
  const saved = others.filter(({ id }) => readings?.get(id)?.isSaved)
  const featured = others.filter((lesson) => lesson.isFeatured && !saved.includes(lesson))
  const rest = others.filter((lesson) => !saved.includes(lesson) && !featured.includes(lesson))
  return (
    <>
      <Shelf title={texts.saved} hasLessons={saved.length > 0}>
        <Rows lessons={saved} {...list} />
      </Shelf>
      <Shelf title={texts.featured} hasLessons={featured.length > 0}>
        <ul className="grid overflow-hidden border-line max-sm:divide-y max-sm:divide-line max-sm:rounded-card max-sm:border max-sm:bg-surface sm:grid-cols-2 sm:gap-4">
          {featured.map((lesson) => (
            <li
              key={lesson.id}
              className="overflow-hidden border-line sm:rounded-card sm:border sm:bg-surface"
            >
              <LessonCard
                lesson={lesson}
                coverUrl={coverOf(lesson, list.links)}
                path={list.pathOf(lesson.id)}
              />
            </li>
          ))}
        </ul>
      </Shelf>
      <Shelf
        title={rest.length < lessons.length ? texts.more : texts.allLessons}
        hasLessons={rest.length > 0}
      >
        <Rows lessons={rest} {...list} />
      </Shelf>
    </>
  )
}

function Rows({ lessons, links, pathOf }: ListProps) {
  return (
    <ul className="card divide-y divide-line overflow-hidden">
      {lessons.map((lesson) => (
        <li key={lesson.id}>
          <LessonCard isRow lesson={lesson} coverUrl={coverOf(lesson, links)} path={pathOf(lesson.id)} />
        </li>
      ))}
    </ul>
  )
}

function coverOf({ coverFileId }: Lesson, links: ReadonlyMap<string, string>): string | undefined {
  return coverFileId ? links.get(coverFileId) : undefined
}

function Shelf({ title, hasLessons, children }: { title: string; hasLessons: boolean; children: ReactNode }) {
  const id = useId()
  if (!hasLessons) return null
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-3 font-display text-h3 font-medium">
        {title}
      </h2>
      {children}
    </section>
  )
}
