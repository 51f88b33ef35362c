import { Search } from 'lucide-react'
import { type AppointmentFilter, appointmentFilters } from '#domain/appointments/appointments.ts'
import { appointmentPageTexts } from '#domain/texts/appointments.ts'
import { Field } from '#web/components/form/field.tsx'
import { Input } from '#web/components/ui/input.tsx'
import { Select } from '#web/components/ui/select.tsx'

const texts = appointmentPageTexts

export function VisitFilters({
  search,
  filter,
  onSearch,
  onFilter,
}: {
  search: string
  filter: AppointmentFilter
  onSearch(text: string): void
  onFilter(filter: AppointmentFilter): void
}) {
  return (
    <search aria-label={texts.filtersLabel} className="grid gap-4 sm:grid-cols-[minmax(0,1fr)_14rem]">
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
              value={search}
              onChange={(event) => onSearch(event.target.value)}
            />
          </span>
        )}
      </Field>
      <Field label={texts.filter}>
        {(control) => (
          <Select
            {...control}
            value={filter}
            onChange={(event) => onFilter(event.target.value as AppointmentFilter)}
          >
            {appointmentFilters.map((each) => (
              <option key={each} value={each}>
                {texts.filters[each]}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </search>
  )
}
