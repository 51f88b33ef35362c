import { type AppointmentFilter, appointmentFilters } from '#domain/appointments/visits.ts'
import { appointmentPageTexts } from '#domain/texts/appointments.ts'
import { Field } from '#web/components/form/field.tsx'
import { SearchField } from '#web/components/form/search-field.tsx'
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
    <search
      aria-label={texts.filtersLabel}
      className="grid grid-cols-[minmax(0,1fr)_11.25rem] gap-3 max-[22rem]:grid-cols-1 sm:grid-cols-[minmax(0,1fr)_14rem] sm:gap-4 print:hidden"
    >
      <SearchField
        label={texts.search}
        placeholder={texts.searchPlaceholder}
        value={search}
        onChange={onSearch}
      />
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
