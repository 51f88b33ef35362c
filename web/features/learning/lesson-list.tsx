import { useQuery } from '@tanstack/react-query'
import { BookOpen, SearchX } from 'lucide-react'
import { useId, useState } from 'react'
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
import { LessonCard } from './lesson-card.tsx'
import { LessonSkeleton } from './lesson-skeleton.tsx'
import { OwnPrograms } from './own-programs.tsx'
import { type Lesson, lessonsQuery, readingsQuery } from './queries.ts'

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
  assigned: React.ReactNode
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

  const cards = (some: readonly Lesson[]) => (
    <ul className="grid gap-4 sm:grid-cols-2">
      {some.map((lesson) => (
        <li key={lesson.id} className="grid">
          <LessonCard
            lesson={lesson}
            coverUrl={lesson.coverFileId ? links.get(lesson.coverFileId) : undefined}
            path={pathOf(lesson.id)}
          />
        </li>
      ))}
    </ul>
  )
  return (
    <div className="group space-y-8">
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
      {isBrowsing && assigned}
      {readings.isPending && <span hidden aria-busy="true" />}
      {/* appears with the content above, whose height is unknown while loading: nothing may move during reading */}
      {isBrowsing && (
        <div className="space-y-8 group-has-[[aria-busy=true]]:hidden">
          <Shelf
            title={texts.featured}
            lessons={lessons.filter(({ isFeatured }) => isFeatured)}
            cards={cards}
          />
          <Shelf
            title={texts.saved}
            lessons={lessons.filter(({ id }) => readings.data?.get(id)?.isSaved)}
            cards={cards}
          />
        </div>
      )}
      <Tabs
        className="group-has-[[aria-busy=true]]:hidden"
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
          {shown.length > 0 ? (
            cards(shown)
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

function Shelf({
  title,
  lessons,
  cards,
}: {
  title: string
  lessons: readonly Lesson[]
  cards(lessons: readonly Lesson[]): React.ReactNode
}) {
  const id = useId()
  if (lessons.length === 0) return null
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-4 font-display text-h3 font-medium">
        {title}
      </h2>
      {cards(lessons)}
    </section>
  )
}
