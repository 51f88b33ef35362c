import { useQuery } from '@tanstack/react-query'
import {
  type MemberFilters as Filters,
  lacksDigits,
  paymentFilters,
  roleFilters,
  statusChoices,
} from '#domain/memberships/member-list.ts'
import { membershipTexts } from '#domain/texts/memberships.ts'
import { Field } from '#web/components/form/field.tsx'
import { SearchField } from '#web/components/form/search-field.tsx'
import { Select } from '#web/components/ui/select.tsx'
import { useClinicSlug } from '#web/lib/clinic/current-clinic.ts'
import { planChoicesQuery } from './queries.ts'

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
      className="grid gap-4 md:grid-cols-4 lg:grid-cols-[minmax(0,1fr)_repeat(3,8.5rem)_9.75rem]"
    >
      <div className="md:col-span-4 lg:col-span-1">
        <SearchField
          label={texts.search}
          placeholder={texts.searchPlaceholder}
          {...(lacksDigits(filters.search) && { hint: texts.searchHint })}
          value={filters.search}
          onChange={(search) => onChange({ search })}
        />
      </div>
      <div className="grid grid-cols-2 gap-3 sm:grid-cols-4 md:contents">
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
        <PlanField value={filters.plan} onChange={(plan) => onChange({ plan })} />
        <Field label={texts.payment}>
          {(control) => (
            <Select
              {...control}
              value={filters.payment}
              onChange={(event) => onChange({ payment: event.target.value as Filters['payment'] })}
            >
              {paymentFilters.map((payment) => (
                <option key={payment} value={payment}>
                  {texts.payments[payment]}
                </option>
              ))}
            </Select>
          )}
        </Field>
      </div>
    </search>
  )
}

function PlanField({ value, onChange }: { value: string; onChange(plan: string): void }) {
  const { data: plans = [] } = useQuery(planChoicesQuery(useClinicSlug()))
  const isListed = value === 'all' || plans.some(({ id }) => id === value)
  return (
    <Field label={texts.plan}>
      {(control) => (
        <Select {...control} value={value} onChange={(event) => onChange(event.target.value)}>
          <option value="all">{texts.allPlans}</option>
          {/* still loading, or a link to a deleted plan */}
          {!isListed && <option value={value}>{texts.unknownPlan}</option>}
          {plans.map(({ id, name, isClosed }) => (
            <option key={id} value={id}>
              {isClosed ? texts.closedPlan(name) : name}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}
