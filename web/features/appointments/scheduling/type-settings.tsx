import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import {
  type AppointmentTypeForm,
  bookings,
  places,
  saveAppointmentTypeInput,
} from '#domain/appointments/scheduling.ts'
import { settingsCardIds } from '#domain/settings-card-ids.ts'
import { schedulingPageTexts } from '#domain/texts/scheduling.ts'
import { ErrorState } from '#web/components/error-state.tsx'
import { Field } from '#web/components/form/field.tsx'
import { SubmitButton } from '#web/components/form/submit-button.tsx'
import { useSchemaForm } from '#web/components/form/use-schema-form.ts'
import { SectionCard } from '#web/components/page/section-card.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Checkbox } from '#web/components/ui/checkbox.tsx'
import { DialogActions } from '#web/components/ui/dialog.tsx'
import { GuardedDialog } from '#web/components/ui/guarded-dialog.tsx'
import { Input, Textarea } from '#web/components/ui/input.tsx'
import { Select } from '#web/components/ui/select.tsx'
import { Skeleton } from '#web/components/ui/skeleton.tsx'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import type { ActionInput } from '#web/lib/fetch/actions.ts'
import { callFunction } from '#web/lib/fetch/api.ts'
import { FeeFields } from './fee-fields.tsx'
import { plansQuery, typeFormsQuery } from './scheduling-queries.ts'
import { SettingRow } from './setting-row.tsx'
import { useSchedulingSave } from './use-scheduling-save.ts'

const page = schedulingPageTexts
const texts = page.types

const newType: AppointmentTypeForm = {
  version: 0,
  name: '',
  durationMinutes: 30,
  beforeMinutes: 0,
  afterMinutes: 0,
  place: 'in_person',
  videoLink: '',
  patientsBook: 'yes',
  minNoticeMinutes: 120,
  maxNoticeDays: 60,
  cancelWindowHours: 24,
  cancelPolicy: '',
  lateCancelFeeCents: null,
  noShowFeeCents: null,
  feeText: '',
  bring: '',
  isActive: true,
  plans: [],
}

export function TypeSettings({ clinic }: { clinic: Clinic }) {
  const slug = clinic.subdomain
  const types = useQuery(typeFormsQuery(slug))
  const [open, setOpen] = useState<AppointmentTypeForm | null>(null)
  return (
    <SectionCard
      id={settingsCardIds.visitTypes}
      title={texts.title}
      actions={
        <Button variant="outline" size="small" onClick={() => setOpen(newType)}>
          <Plus aria-hidden />
          {texts.add}
        </Button>
      }
    >
      {types.isPending ? (
        <Skeleton className="h-32 rounded-control" />
      ) : !types.data ? (
        <ErrorState title={page.failed} onRetry={() => void types.refetch()} />
      ) : (
        <ul className="divide-y divide-line">
          {types.data.map((type) => (
            <SettingRow
              key={type.key}
              name={type.name}
              summary={texts.summary(
                type.durationMinutes,
                texts.places[type.place],
                texts.books[type.patientsBook],
              )}
              isActive={type.isActive}
              onChange={() => setOpen(type)}
            />
          ))}
        </ul>
      )}
      {open && (
        <GuardedDialog
          isOpen
          onOpenChange={(isOpen) => isOpen || setOpen(null)}
          title={open.key ? page.changeOf(open.name) : texts.addTitle}
        >
          <TypeForm clinic={clinic} type={open} onClose={() => setOpen(null)} />
        </GuardedDialog>
      )}
    </SectionCard>
  )
}

const numbers = [
  ['durationMinutes', texts.duration],
  ['minNoticeMinutes', texts.minNotice],
  ['maxNoticeDays', texts.maxNotice],
  ['beforeMinutes', texts.before],
  ['afterMinutes', texts.after],
  ['cancelWindowHours', texts.cancelWindow],
] as const

function TypeForm({ clinic, type, onClose }: { clinic: Clinic; type: AppointmentTypeForm; onClose(): void }) {
  const slug = clinic.subdomain
  const save = useSchedulingSave(slug, (input: ActionInput<'save-appointment-type'>, confirmed) =>
    callFunction('save-appointment-type', { ...input, ...confirmed }),
  )
  const form = useSchemaForm<AppointmentTypeForm>(saveAppointmentTypeInput, type)
  const { register, formState, handleSubmit, watch, setValue } = form
  const { errors } = formState
  return (
    <form
      noValidate
      onSubmit={handleSubmit((values) => save.mutateAsync(values).then(onClose, () => undefined))}
    >
      <div className="grid gap-5 sm:grid-cols-2">
        <div className="sm:col-span-2">
          <Field label={texts.name} error={errors.name?.message}>
            {(control) => <Input {...control} {...register('name')} />}
          </Field>
        </div>
        <Field label={texts.place} error={errors.place?.message}>
          {(control) => (
            <Select {...control} {...register('place')}>
              {places.map((place) => (
                <option key={place} value={place}>
                  {texts.places[place]}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label={texts.patientsBook} error={errors.patientsBook?.message}>
          {(control) => (
            <Select {...control} {...register('patientsBook')}>
              {bookings.toReversed().map((each) => (
                <option key={each} value={each}>
                  {texts.books[each]}
                </option>
              ))}
            </Select>
          )}
        </Field>
        {watch('place') === 'video' && (
          <div className="sm:col-span-2">
            <Field label={texts.videoLink} error={errors.videoLink?.message}>
              {(control) => <Input type="url" inputMode="url" {...control} {...register('videoLink')} />}
            </Field>
          </div>
        )}
        {numbers.map(([name, label]) => (
          <Field key={name} label={label} error={errors[name]?.message}>
            {(control) => (
              <Input
                type="number"
                min={0}
                inputMode="numeric"
                {...control}
                {...register(name, { valueAsNumber: true })}
              />
            )}
          </Field>
        ))}
        <div className="space-y-5 sm:col-span-2">
          <Field label={texts.cancelPolicy} isOptional error={errors.cancelPolicy?.message}>
            {(control) => <Textarea rows={2} maxLength={500} {...control} {...register('cancelPolicy')} />}
          </Field>
          <Field label={texts.bring} isOptional error={errors.bring?.message}>
            {(control) => <Textarea rows={2} maxLength={500} {...control} {...register('bring')} />}
          </Field>
          <FeeFields form={form} currency={clinic.currency} />
          <TypePlans
            slug={slug}
            chosen={watch('plans')}
            onChange={(plans) => setValue('plans', plans, { shouldDirty: true })}
          />
          <label htmlFor="type-is-active" className="flex items-center gap-3">
            <Checkbox
              id="type-is-active"
              checked={watch('isActive')}
              onChange={(event) => setValue('isActive', event.target.checked, { shouldDirty: true })}
            />
            {texts.isActive}
          </label>
        </div>
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

function TypePlans({
  slug,
  chosen,
  onChange,
}: {
  slug: string
  chosen: readonly string[]
  onChange(plans: string[]): void
}) {
  const plans = useQuery(plansQuery(slug))
  const offered = plans.data?.filter(({ id, isOnSale }) => isOnSale || chosen.includes(id))
  return (
    <fieldset>
      <legend className="font-semibold">{texts.plans}</legend>
      {plans.isPending ? (
        <Skeleton className="mt-2 h-10 rounded-control" />
      ) : !offered ? (
        <ErrorState title={texts.plansFailed} onRetry={() => void plans.refetch()} />
      ) : offered.length === 0 ? (
        <p className="mt-1 text-form text-muted">{texts.plansNone}</p>
      ) : (
        <>
          <p className="mt-1 text-note text-muted">{texts.plansHint}</p>
          <ul className="mt-2 space-y-2">
            {offered.map(({ id, name }) => (
              <li key={id}>
                <label htmlFor={`type-plan-${id}`} className="flex items-center gap-3">
                  <Checkbox
                    id={`type-plan-${id}`}
                    checked={chosen.includes(id)}
                    onChange={(event) =>
                      onChange(event.target.checked ? [...chosen, id] : chosen.filter((each) => each !== id))
                    }
                  />
                  {name}
                </label>
              </li>
            ))}
          </ul>
        </>
      )}
    </fieldset>
  )
}
