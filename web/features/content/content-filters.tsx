import { contentTypes } from '#domain/content/body.ts'
import { contentTexts } from '#domain/texts/content.ts'
import { Field } from '#web/components/form/field.tsx'
import { SearchField } from '#web/components/form/search-field.tsx'
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
      className="grid grid-cols-2 gap-4 lg:grid-cols-[minmax(0,1fr)_12rem_9rem_9rem]"
    >
      <div className="col-span-2 lg:col-span-1">
        <SearchField
          label={texts.search}
          placeholder={texts.searchHint}
          value={filters.search}
          onChange={(search) => onChange({ search })}
        />
      </div>
      <div className="col-span-2 lg:col-span-1">
        <Field label={texts.category}>
          {(control) => (
            <Select
              {...control}
              value={filters.category}
              onChange={({ target }) => onChange({ category: target.value })}
            >
              <option value="">{texts.allCategories}</option>
              {categories.map((name) => (
                <option key={name}>{name}</option>
              ))}
            </Select>
          )}
        </Field>
      </div>
      <Field label={texts.type}>
        {(control) => (
          <Select
            {...control}
            value={filters.type}
            onChange={({ target }) => onChange({ type: target.value as Filters['type'] })}
          >
            <option value="">{texts.allTypes}</option>
            {contentTypes.map((type) => (
              <option key={type} value={type}>
                {contentTexts.typesMany[type]}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label={texts.status}>
        {(control) => (
          <Select
            {...control}
            value={filters.status}
            onChange={({ target }) => onChange({ status: target.value as Filters['status'] })}
          >
            <option value="">{texts.allStatuses}</option>
            {statuses.map((status) => (
              <option key={status} value={status}>
                {contentTexts.statusesMany[status]}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </search>
  )
}
