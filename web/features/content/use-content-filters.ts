import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { type ContentType, contentTypes } from '#domain/content/body.ts'
import { type ContentStatus, contentStatuses } from '#domain/content/content.ts'
import { matchesSearch } from '#domain/learning/search.ts'
import type { ContentItem } from './queries.ts'

export interface ContentFilters {
  search: string
  category: string
  type: ContentType | ''
  status: ContentStatus | ''
}

const itemsPerPage = 12
const noFilters: ContentFilters = { search: '', category: '', type: '', status: '' }

export function useContentFilters(items: readonly ContentItem[]) {
  const [query, setQuery] = useSearchParams()
  const filters: ContentFilters = {
    search: query.get('search') ?? '',
    category: query.get('category') ?? '',
    type: contentTypes.find((type) => type === query.get('type')) ?? '',
    status: contentStatuses.find((status) => status === query.get('status')) ?? '',
  }
  // local state, because a debounced URL would lose letters
  const [search, setSearch] = useState(filters.search)

  const found = items.filter(
    (item) =>
      matchesSearch(item, search) &&
      (filters.category === '' || item.category === filters.category) &&
      (filters.type === '' || item.type === filters.type) &&
      (filters.status === '' || item.status === filters.status),
  )
  const pages = Math.max(1, Math.ceil(found.length / itemsPerPage))
  const page = Math.min(Math.max(1, Math.floor(Number(query.get('page'))) || 1), pages)

  function set(changes: Record<string, string>, isStep = false): void {
    setQuery(
      () => {
        // not the rendered query: a second choice may come before the first is drawn
        const now = new URLSearchParams(location.search)
        if (!isStep) now.delete('page')
        for (const [name, value] of Object.entries(changes)) {
          if (value === '') now.delete(name)
          else now.set(name, value)
        }
        return now
      },
      { replace: !isStep, preventScrollReset: !isStep },
    )
  }
  return {
    filters: { ...filters, search },
    found,
    shown: found.slice((page - 1) * itemsPerPage, page * itemsPerPage),
    page,
    pages,
    change(changes: Partial<ContentFilters>) {
      if (changes.search !== undefined) setSearch(changes.search)
      set(changes)
    },
    clear() {
      setSearch('')
      set({ ...noFilters })
    },
    goTo: (to: number) => set({ page: to === 1 ? '' : String(to) }, true),
  }
}
