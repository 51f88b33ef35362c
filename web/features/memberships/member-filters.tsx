import { Search } from 'lucide-react'
import { type MemberFilters as Filters, roleFilters, statusChoices } from '#domain/memberships/member-list.ts'
import { membershipTexts } from '#domain/texts/memberships.ts'
import { Field } from '#web/components/form/field.tsx'
import { Input } from '#web/components/ui/input.tsx'
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
        <Field label={texts.search}>
          {(control) => (
            <span className="relative block">
              <Search
                aria-hidden
                className="pointer-events-none absolute top-1/2 left-3 size-4.5 -translate-y-1/2 text-muted"
              />
              <Input
                type="search"
                className="pl-10"
                autoComplete="off"
                placeholder={texts.searchPlaceholder}
                {...control}
                value={filters.search}
                onChange={(event) => onChange({ search: event.target.value })}
              />
            </span>
          )}
        </Field>
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
