import type { UseFormReturn } from 'react-hook-form'
import { visitWhen } from '#domain/appointments/visit-time.ts'
import type { deskWaitlistTexts } from '#domain/texts/desk-waitlist.ts'
import type { ownWaitlistTexts } from '#domain/texts/waitlist.ts'
import type { JoinWaitlist } from '#domain/waitlist/waitlist.ts'
import { Field } from '#web/components/form/field.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Input } from '#web/components/ui/input.tsx'
import { Select } from '#web/components/ui/select.tsx'
import type { Provider, VisitType } from '../booking/queries.ts'
import { dayName } from './waitlist-wish.ts'

const weekdays = [1, 2, 3, 4, 5, 6, 7] as const

/** A visit that an earlier time can replace. */
export interface VisitAhead {
  id: string
  type: string
  startsAt: string
  timeZone: string
  date: string
}

/** The fields of a wish: kind of visit, visit to replace, provider, days and hours. @param ahead the future visits */
export function WaitlistFields({
  texts,
  form,
  today,
  types,
  providers,
  ahead,
  isTypeFixed = false,
}: {
  texts: typeof ownWaitlistTexts.dialog | typeof deskWaitlistTexts
  form: UseFormReturn<JoinWaitlist>
  today: string
  types: readonly VisitType[]
  providers: readonly Provider[]
  ahead: readonly VisitAhead[]
  isTypeFixed?: boolean
}) {
  const { errors } = form.formState
  const [type, days, appointmentId] = form.watch(['appointmentType', 'days', 'appointmentId'])
  const replaceable = ahead.filter((visit) => visit.type === type)

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
    <>
      <Field label={texts.type} error={errors.appointmentType?.message}>
        {(control) => (
          <Select
            {...control}
            value={type}
            disabled={isTypeFixed}
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
    </>
  )
}
