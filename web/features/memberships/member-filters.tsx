import { type MemberFilters as Filters, roleFilters, statusChoices } from '#domain/memberships/member-list.ts'
import { membershipTexts } from '#domain/texts/memberships.ts'
import { Field } from '#web/components/form/field.tsx'
import { SearchField } from '#web/components/form/search-field.tsx'
import { Select } from '#web/components/ui/select.tsx'

const texts = membershipTexts.filters

export function MemberFilters({
  filters,
  onChange,
}: {
  filters: Filters
  onChange(changes: Partial<Filters>): void
}) {
  const statuses = statusChoices(filters.tab)
  return (
    <search
      aria-label={texts.label}
      className="grid grid-cols-2 gap-4 sm:grid-cols-[minmax(0,1fr)_11rem_11rem]"
    >
      <div className="col-span-2 sm:col-span-1">
        <SearchField
          label={texts.search}
          placeholder={texts.searchPlaceholder}
          value={filters.search}
          onChange={(search) => onChange({ search })}
        />
      </div>
      <Field label={texts.role}>
        {(control) => (
          <Select
            {...control}
            value={filters.role}
            onChange={(event) => onChange({ role: event.target.value as Filters['role'] })}
          >
            {roleFilters.map((role) => (
              <option key={role} value={role}>
                {texts.roles[role]}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {statuses.length > 0 && (
        <Field label={texts.status}>
          {(control) => (
            <Select
              {...control}
              value={filters.status}
              onChange={(event) => onChange({ status: event.target.value as Filters['status'] })}
            >
              {statuses.map((status) => (
                <option key={status} value={status}>
                  {texts.statuses[status]}
                </option>
              ))}
            </Select>
          )}
        </Field>
      )}
    </search>
  )
}
