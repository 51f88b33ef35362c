import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { type ComponentType, useState } from 'react'
import type { OpeningSpan } from '#domain/clinics/opening-hours.ts'
import { settingsCardIds } from '#domain/settings-card-ids.ts'
import { schedulingPageTexts, schedulingTexts } from '#domain/texts/scheduling.ts'
import { ErrorState } from '#web/components/error-state.tsx'
import { Field } from '#web/components/form/field.tsx'
import { SubmitButton } from '#web/components/form/submit-button.tsx'
import { SectionCard } from '#web/components/page/section-card.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Checkbox } from '#web/components/ui/checkbox.tsx'
import { DialogActions } from '#web/components/ui/dialog.tsx'
import { GuardedDialog } from '#web/components/ui/guarded-dialog.tsx'
import { Input } from '#web/components/ui/input.tsx'
import { Select } from '#web/components/ui/select.tsx'
import { Skeleton } from '#web/components/ui/skeleton.tsx'
import { colleaguesQuery } from '#web/lib/clinic/colleagues.ts'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import type { ActionInput } from '#web/lib/fetch/actions.ts'
import { callFunction } from '#web/lib/fetch/api.ts'
import { ApiError } from '#web/lib/fetch/api-error.ts'
import { type VisitType, visitTypesQuery } from '../booking/queries.ts'
import {
  type HoursLine,
  type ProviderSettings as Provider,
  providerSettingsQuery,
} from './scheduling-queries.ts'
import { SettingRow } from './setting-row.tsx'
import { useSchedulingSave } from './use-scheduling-save.ts'

const page = schedulingPageTexts
const texts = page.providers

export type HoursField = ComponentType<{
  hours: readonly OpeningSpan[]
  onChange(hours: OpeningSpan[]): void
  problemAt(index: number): string | undefined
}>

interface Props {
  clinic: Clinic
  /** in the clinic's time zone */
  today: string
  HoursField: HoursField
}

/** Providers and their hours. A new provider starts with the clinic's opening hours. */
export function ProviderSettings({ clinic, today, HoursField }: Props) {
  const slug = clinic.subdomain
  const providers = useQuery(providerSettingsQuery(slug))
  const types = useQuery(visitTypesQuery(slug))
  const people = useQuery(colleaguesQuery(clinic, null))
  const [open, setOpen] = useState<Provider | 'new' | null>(null)
  const reads = [providers, types, people]
  return (
    <SectionCard
      id={settingsCardIds.providers}
      title={texts.title}
      actions={
        <Button variant="outline" size="small" onClick={() => setOpen('new')}>
          <Plus aria-hidden />
          {texts.add}
        </Button>
      }
    >
      {reads.some(({ isPending }) => isPending) ? (
        <Skeleton className="h-24 rounded-control" />
      ) : !providers.data || !types.data || !people.data ? (
        <ErrorState
          title={page.failed}
          onRetry={() => reads.forEach((read) => void (read.isError && read.refetch()))}
        />
      ) : (
        <>
          {providers.data.length === 0 && <p className="text-form text-muted">{texts.none}</p>}
          <ul className="divide-y divide-line">
            {providers.data.map((provider) => (
              <SettingRow
                key={provider.providerId}
                name={provider.name}
                summary={[provider.title, provider.isOnTeam ? daysOf(provider.hours, today) : texts.notOnTeam]
                  .filter(Boolean)
                  .join(' · ')}
                isActive={provider.isActive && provider.isOnTeam}
                onChange={() => setOpen(provider)}
              />
            ))}
          </ul>
          {open && (
            <GuardedDialog
              isOpen
              onOpenChange={(isOpen) => isOpen || setOpen(null)}
              title={open === 'new' ? texts.addTitle : page.changeOf(open.name)}
            >
              <ProviderForm
                clinic={clinic}
                today={today}
                HoursField={HoursField}
                provider={open === 'new' ? newProvider(clinic, today) : open}
                isNew={open === 'new'}
                people={people.data.filter(
                  ({ userId }) => open !== 'new' || !providers.data.some((each) => each.userId === userId),
                )}
                types={types.data.filter(({ isActive }) => isActive)}
                onClose={() => setOpen(null)}
              />
            </GuardedDialog>
          )}
        </>
      )}
    </SectionCard>
  )
}

function daysOf(hours: readonly HoursLine[], today: string): string {
  const now = hours.filter(
    ({ validFrom, validUntil }) => validFrom <= today && (validUntil === null || today <= validUntil),
  )
  const count = new Set(now.map(({ day }) => day)).size
  return count === 0 ? texts.noHours : texts.days(count)
}

function newProvider(clinic: Clinic, today: string): Provider {
  return {
    providerId: '',
    version: 0,
    userId: '',
    name: '',
    title: '',
    types: [],
    isActive: true,
    isOnTeam: true,
    isPublic: false,
    hours: clinic.opening_hours.map((span) => ({ ...span, validFrom: today, validUntil: null })),
  }
}

interface Period {
  from: string
  until: string
  spans: OpeningSpan[]
}

function periodsOf(hours: readonly HoursLine[], today: string): Period[] {
  const periods = new Map<string, Period>()
  for (const { day, opens, closes, validFrom, validUntil } of hours) {
    const key = `${validFrom} ${validUntil}`
    const period = periods.get(key) ?? { from: validFrom, until: validUntil ?? '', spans: [] }
    period.spans.push({ day: day as OpeningSpan['day'], opens, closes })
    periods.set(key, period)
  }
  const found = [...periods.values()].sort((a, b) => a.from.localeCompare(b.from, 'en-US'))
  return found.length > 0 ? found : [{ from: today, until: '', spans: [] }]
}

function ProviderForm({
  clinic,
  today,
  HoursField,
  provider,
  isNew,
  people,
  types,
  onClose,
}: Props & {
  provider: Provider
  isNew: boolean
  people: readonly { userId: string; name: string }[]
  types: readonly VisitType[]
  onClose(): void
}) {
  const save = useSchedulingSave(clinic.subdomain, (input: ActionInput<'save-provider'>, confirmed) =>
    callFunction('save-provider', { ...input, ...confirmed }),
  )
  const [values, setValues] = useState(provider)
  const [periods, setPeriods] = useState(() => periodsOf(provider.hours, today))
  const change = (changes: Partial<Provider>) => setValues((now) => ({ ...now, ...changes }))
  const changePeriod = (index: number, changes: Partial<Period>) =>
    setPeriods((now) => now.map((each, at) => (at === index ? { ...each, ...changes } : each)))
  const problems = save.error instanceof ApiError ? save.error.fields : []
  const problemOf = (path: string) => problems.find((each) => each.path === path)?.message
  const hoursProblem = (at: number) => problemOf(`hours.${at}.opens`) ?? problemOf(`hours.${at}.closes`)
  const [isTouched, setTouched] = useState(false)

  function submit(event: React.FormEvent): void {
    event.preventDefault()
    setTouched(true)
    if (!values.userId || !values.name.trim() || save.isPending) return
    const { providerId, isOnTeam: _, ...input } = values
    const hours = periods.flatMap(({ from, until, spans }) =>
      spans.map((span) => ({ ...span, validFrom: from, validUntil: until || null })),
    )
    save.mutate({ ...input, ...(providerId && { providerId }), hours }, { onSuccess: onClose })
  }

  return (
    <form noValidate onSubmit={submit}>
      <div className="space-y-5">
        <Field
          label={texts.person}
          error={
            problemOf('userId') ?? (isTouched && !values.userId ? schedulingTexts.personMissing : undefined)
          }
        >
          {(control) => (
            <Select
              {...control}
              value={values.userId}
              onChange={(event) => {
                const person = people.find(({ userId }) => userId === event.target.value)
                change({ userId: event.target.value, ...(isNew && { name: person?.name ?? '' }) })
              }}
            >
              <option value="">{texts.personChoose}</option>
              {people.map(({ userId, name }) => (
                <option key={userId} value={userId}>
                  {name}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <div className="grid gap-5 sm:grid-cols-2">
          <Field
            label={texts.name}
            error={
              problemOf('name') ??
              (isTouched && !values.name.trim() ? schedulingTexts.nameMissing : undefined)
            }
          >
            {(control) => (
              <Input
                {...control}
                maxLength={120}
                value={values.name}
                onChange={(event) => change({ name: event.target.value })}
              />
            )}
          </Field>
          <Field label={texts.jobTitle} isOptional error={problemOf('title')}>
            {(control) => (
              <Input
                {...control}
                maxLength={120}
                value={values.title}
                onChange={(event) => change({ title: event.target.value })}
              />
            )}
          </Field>
        </div>
        <fieldset>
          <legend className="mb-2 text-form font-semibold">{texts.types}</legend>
          <div className="flex flex-wrap gap-x-5 gap-y-2">
            <Choice
              id="all-types"
              label={texts.allTypes}
              isChosen={values.types.length === 0}
              onChange={() => change({ types: [] })}
            />
            {types.map(({ key, name }) => (
              <Choice
                key={key}
                id={`type-${key}`}
                label={name}
                isChosen={values.types.includes(key)}
                onChange={(isChosen) =>
                  change({
                    types: isChosen ? [...values.types, key] : values.types.filter((each) => each !== key),
                  })
                }
              />
            ))}
          </div>
        </fieldset>
        {periods.map((period, index) => (
          <fieldset key={String(index)}>
            <legend className="text-form font-semibold">{texts.hours}</legend>
            <div className="mt-2 grid gap-5 sm:grid-cols-2">
              <Field label={texts.from}>
                {(control) => (
                  <Input
                    type="date"
                    {...control}
                    value={period.from}
                    onChange={(event) => changePeriod(index, { from: event.target.value })}
                  />
                )}
              </Field>
              <Field label={texts.until} isOptional>
                {(control) => (
                  <Input
                    type="date"
                    min={period.from}
                    {...control}
                    value={period.until}
                    onChange={(event) => changePeriod(index, { until: event.target.value })}
                  />
                )}
              </Field>
            </div>
            <HoursField
              hours={period.spans}
              onChange={(spans) => changePeriod(index, { spans })}
              problemAt={(at) =>
                hoursProblem(periods.slice(0, index).flatMap(({ spans }) => spans).length + at)
              }
            />
            {periods.length > 1 && (
              <Button
                variant="quiet"
                size="small"
                onClick={() => setPeriods((now) => now.filter((_, at) => at !== index))}
              >
                {texts.removePeriod}
              </Button>
            )}
          </fieldset>
        ))}
        <Button
          variant="outline"
          size="small"
          onClick={() =>
            setPeriods((now) => [...now, { from: today, until: '', spans: now.at(-1)?.spans ?? [] }])
          }
        >
          {texts.addPeriod}
        </Button>
        <Choice
          id="provider-is-active"
          label={texts.isActive}
          isChosen={values.isActive}
          onChange={(isActive) => change({ isActive })}
        />
        {values.isActive && (
          <Choice
            id="provider-is-public"
            label={texts.isPublic}
            isChosen={values.isPublic}
            onChange={(isPublic) => change({ isPublic })}
          />
        )}
      </div>
      <DialogActions>
        <Button variant="outline" onClick={onClose}>
          {page.cancel}
        </Button>
        <SubmitButton isBusy={save.isPending} busyText={page.saving}>
          {page.save}
        </SubmitButton>
      </DialogActions>
    </form>
  )
}

function Choice({
  id,
  label,
  isChosen,
  onChange,
}: {
  id: string
  label: string
  isChosen: boolean
  onChange(isChosen: boolean): void
}) {
  return (
    <label htmlFor={id} className="flex items-center gap-3">
      <Checkbox id={id} checked={isChosen} onChange={(event) => onChange(event.target.checked)} />
      {label}
    </label>
  )
}
