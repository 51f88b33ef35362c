import { contentTypes } from '#domain/content/body.ts'
import { contentTexts } from '#domain/texts/content.ts'
import { SearchInput } from '#web/components/form/search-field.tsx'
import { Select } from '#web/components/ui/select.tsx'
import type { ContentFilters as Filters } from './use-content-filters.ts'

const texts = contentTexts.list
const statuses = ['published', 'draft', 'archived'] as const

export function ContentFilters({
  filters,
  categories,
  onChange,
}: {
  filters: Filters
  categories: readonly string[]
  onChange(changes: Partial<Filters>): void
}) {
  return (
    <search
      aria-label={texts.filters}
      className="grid grid-cols-[1.25fr_1fr_1fr] gap-2 sm:gap-3 lg:grid-cols-[minmax(0,1fr)_11rem_10rem_10rem]"
    >
      <div className="col-span-3 lg:col-span-1">
        <SearchInput
          aria-label={texts.search}
          placeholder={texts.searchHint}
          value={filters.search}
          onChange={({ target }) => onChange({ search: target.value })}
        />
      </div>
      <Select
        aria-label={texts.category}
        value={filters.category}
        onChange={({ target }) => onChange({ category: target.value })}
      >
        <option value="">{texts.category}</option>
        {categories.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </Select>
      <Select
        aria-label={texts.type}
        value={filters.type}
        onChange={({ target }) => onChange({ type: target.value as Filters['type'] })}
      >
        <option value="">{texts.type}</option>
        {contentTypes.map((type) => (
          <option key={type} value={type}>
            {contentTexts.typesMany[type]}
          </option>
        ))}
      </Select>
      <Select
        aria-label={texts.status}
        value={filters.status}
        onChange={({ target }) => onChange({ status: target.value as Filters['status'] })}
      >
        <option value="">{texts.status}</option>
        {statuses.map((status) => (
          <option key={status} value={status}>
            {contentTexts.statusesMany[status]}
          </option>
        ))}
      </Select>
    </search>
  )
}
