import { useMutation, useQueryClient } from '@tanstack/react-query'
import { visitWhen } from '#domain/appointments/visit-time.ts'
import { ownWaitlistTexts } from '#domain/texts/waitlist.ts'
import { addDays } from '#domain/values/zones.ts'
import { type JoinWaitlist, joinWaitlistInput } from '#domain/waitlist/waitlist.ts'
import { Field } from '#web/components/form/field.tsx'
import { SubmitButton } from '#web/components/form/submit-button.tsx'
import { showFieldErrors } from '#web/components/form/use-plain-form.ts'
import { useSchemaForm } from '#web/components/form/use-schema-form.ts'
import { Button } from '#web/components/ui/button.tsx'
import { Dialog, DialogActions, DialogContent } from '#web/components/ui/dialog.tsx'
import { Input } from '#web/components/ui/input.tsx'
import { Select } from '#web/components/ui/select.tsx'
import { toast } from '#web/components/ui/toast.ts'
import { callFunction } from '#web/lib/fetch/api.ts'
import { ApiError } from '#web/lib/fetch/api-error.ts'
import { clinicKey } from '#web/lib/fetch/query-client.ts'
import { describeRefusal } from '#web/lib/fetch/refusals.ts'
import type { OwnVisit } from '../booking/own-queries.ts'
import type { Provider, VisitType } from '../booking/queries.ts'
import type { WaitlistEntry } from './waitlist-queries.ts'
import { dayName } from './waitlist-wish.ts'

const texts = ownWaitlistTexts.dialog
const usualDays = 30
const weekdays = [1, 2, 3, 4, 5, 6, 7] as const

/** 'Request an earlier time'. @param entry the existing request; null: a new one */
export default function JoinWaitlistDialog({
  slug,
  today,
  types,
  providers,
  ahead,
  type: wanted,
  entry,
  onClose,
}: {
  slug: string
  today: string
  types: readonly VisitType[]
  providers: readonly Provider[]
  ahead: readonly OwnVisit[]
  /** the kind of visit chosen before */
  type?: string
  entry: WaitlistEntry | null
  onClose(): void
}) {
  const queryClient = useQueryClient()
  // by default the request is to move the next visit forward
  const [nearest] = entry
    ? []
    : ahead.filter(({ type }) => (wanted ? type === wanted : types.some(({ key }) => key === type)))
  const form = useSchemaForm<JoinWaitlist>(joinWaitlistInput, {
    appointmentType: entry?.type ?? nearest?.type ?? wanted ?? '',
    // a provider who has left is no choice
    providerId: providers.find(({ id, isActive }) => isActive && id === entry?.providerId)?.id ?? '',
    appointmentId: entry ? entry.appointmentId : (nearest?.id ?? null),
    days: (entry?.days ?? []) as JoinWaitlist['days'],
    opens: entry?.opens ?? null,
    closes: entry?.closes ?? null,
    until: entry?.until ?? (nearest ? nearest.date : addDays(today, usualDays)),
  })
  const { errors } = form.formState
  const [type, days, appointmentId] = form.watch(['appointmentType', 'days', 'appointmentId'])
  const replaceable = ahead.filter((visit) => visit.type === type)
  const save = useMutation({
    mutationFn: (wish: JoinWaitlist) => callFunction('join-waitlist', wish),
    onSuccess: () => {
      toast.success(ownWaitlistTexts.saved)
      onClose()
    },
    onError: (error) => {
      const isOnItsField = error instanceof ApiError && showFieldErrors(form, error.fields)
      if (!isOnItsField) toast.error(ownWaitlistTexts.saveFailed, describeRefusal(error))
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: clinicKey(slug, 'waitlist') }),
  })

  function chooseType(key: string): void {
    form.setValue('appointmentType', key, { shouldDirty: true, shouldValidate: true })
    form.setValue('appointmentId', ahead.find((visit) => visit.type === key)?.id ?? null)
  }

  function toggle(day: JoinWaitlist['days'][number]): void {
    const next = days.includes(day) ? days.filter((each) => each !== day) : [...days, day]
    form.setValue('days', next, { shouldDirty: true })
  }

  const hours = (name: 'opens' | 'closes') => (
    <Field label={texts[name]} isOptional error={errors[name]?.message}>
      {(control) => (
        <Input
          type="time"
          {...control}
          value={form.watch(name) ?? ''}
          onChange={(event) => form.setValue(name, event.target.value || null, { shouldDirty: true })}
        />
      )}
    </Field>
  )

  return (
    <Dialog open onOpenChange={(open) => open || onClose()}>
      <DialogContent title={texts.title} description={texts.text}>
        <form
          noValidate
          className="space-y-5"
          onSubmit={form.handleSubmit((wish) => save.mutateAsync(wish).catch(() => undefined))}
        >
          <Field label={texts.type} error={errors.appointmentType?.message}>
            {(control) => (
              <Select
                {...control}
                value={type}
                disabled={entry !== null}
                onChange={(event) => chooseType(event.target.value)}
              >
                <option value="">{texts.typeChoose}</option>
                {types.map(({ key, name }) => (
                  <option key={key} value={key}>
                    {name}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          {replaceable.length > 0 && (
            <Field label={texts.replaces}>
              {(control) => (
                <Select
                  {...control}
                  value={appointmentId ?? ''}
                  onChange={(event) =>
                    form.setValue('appointmentId', event.target.value || null, { shouldDirty: true })
                  }
                >
                  {replaceable.map((visit) => (
                    <option key={visit.id} value={visit.id}>
                      {visitWhen(visit)}
                    </option>
                  ))}
                  <option value="">{texts.replacesNone}</option>
                </Select>
              )}
            </Field>
          )}
          <Field label={texts.provider} error={errors.providerId?.message}>
            {(control) => (
              <Select {...control} {...form.register('providerId')}>
                <option value="">{texts.anybody}</option>
                {providers
                  .filter((each) => each.isActive && (!each.types.length || each.types.includes(type)))
                  .map(({ id, name }) => (
                    <option key={id} value={id}>
                      {name}
                    </option>
                  ))}
              </Select>
            )}
          </Field>
          <fieldset>
            <legend className="font-semibold">{texts.days}</legend>
            <p className="text-note text-muted">{texts.daysHint}</p>
            <div className="mt-2 flex flex-wrap gap-2">
              {weekdays.map((day) => (
                <Button
                  key={day}
                  variant={days.includes(day) ? 'tint' : 'outline'}
                  size="small"
                  aria-pressed={days.includes(day)}
                  onClick={() => toggle(day)}
                >
                  {dayName(day)}
                </Button>
              ))}
            </div>
          </fieldset>
          <div className="grid grid-cols-2 gap-4">
            {hours('opens')}
            {hours('closes')}
          </div>
          <Field label={texts.until} error={errors.until?.message}>
            {(control) => <Input type="date" min={today} {...control} {...form.register('until')} />}
          </Field>
          <DialogActions>
            <Button variant="outline" onClick={onClose}>
              {texts.cancel}
            </Button>
            <SubmitButton isBusy={save.isPending} busyText={texts.busy}>
              {texts.save}
            </SubmitButton>
          </DialogActions>
        </form>
      </DialogContent>
    </Dialog>
  )
}
