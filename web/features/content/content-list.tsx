import { SearchX } from 'lucide-react'
import type { ReactNode } from 'react'
import { contentTexts } from '#domain/texts/content.ts'
import { EmptyState } from '#web/components/empty-state.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { ContentFilters } from './content-filters.tsx'
import { ContentTable } from './content-table.tsx'
import type { ContentItem } from './queries.ts'
import { useContentFilters } from './use-content-filters.ts'

const texts = contentTexts.list

/** @param itemsFor further menu items of a row */
export function ContentList({
  items,
  pathOf,
  itemsFor,
}: {
  items: readonly ContentItem[]
  pathOf(itemId: string): string
  itemsFor(item: ContentItem): ReactNode
}) {
  const list = useContentFilters(items)
  const categories = [...new Set(items.map(({ category }) => category))].sort((a, b) =>
    a.localeCompare(b, 'en-US'),
  )
  return (
    <div className="space-y-4">
      <ContentFilters filters={list.filters} categories={categories} onChange={list.change} />
      {list.shown.length === 0 ? (
        <EmptyState
          icon={SearchX}
          title={texts.none}
          action={
            <Button variant="outline" onClick={list.clear}>
              {texts.clear}
            </Button>
          }
        />
      ) : (
        <ContentTable items={list.shown} pathOf={pathOf} itemsFor={itemsFor} />
      )}
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p role="status" className="text-form text-muted tabular-nums">
          {texts.footer(list.shown.length, list.found.length)}
        </p>
        <nav aria-label={texts.pages} className="flex gap-3">
          <Button variant="outline" disabled={list.page === 1} onClick={() => list.goTo(list.page - 1)}>
            {texts.previous}
          </Button>
          <Button
            variant="outline"
            disabled={list.page === list.pages}
            onClick={() => list.goTo(list.page + 1)}
          >
            {texts.next}
          </Button>
        </nav>
      </div>
    </div>
  )
}
