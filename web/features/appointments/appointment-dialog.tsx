import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  type AppointmentForm,
  appointmentForm,
  defaultDuration,
  defaultTime,
} from '#domain/appointments/appointments.ts'
import { instantsOf } from '#domain/appointments/zones.ts'
import { appointmentPageTexts } from '#domain/texts/appointments.ts'
import { Field } from '#web/components/form/field.tsx'
import { SubmitButton } from '#web/components/form/submit-button.tsx'
import { showFieldErrors, useSchemaForm } from '#web/components/form/use-schema-form.ts'
import { Button } from '#web/components/ui/button.tsx'
import { Checkbox } from '#web/components/ui/checkbox.tsx'
import { Dialog, DialogActions, DialogContent } from '#web/components/ui/dialog.tsx'
import { Input, Textarea } from '#web/components/ui/input.tsx'
import { Select } from '#web/components/ui/select.tsx'
import { toast } from '#web/components/ui/toast.ts'
import { callFunction } from '#web/lib/api.ts'
import { ApiError } from '#web/lib/api-error.ts'
import type { Clinic } from '#web/lib/current-clinic.ts'
import { clinicKey } from '#web/lib/query-client.ts'
import { refusalSentence } from '#web/lib/refusals.ts'
import { FreeTimesLine } from './free-times-line.tsx'
import { PatientField } from './patient-field.tsx'
import { type Provider, roomsQuery, type TeamVisit, type VisitType } from './queries.ts'

const texts = appointmentPageTexts.dialog
const done = appointmentPageTexts.done
const repeats = { never: 0, week: 7, twoWeeks: 14, fourWeeks: 28 } as const

/** What a new visit starts with: a patient's page and a click on a free time know some of it. */
export interface NewVisit {
  patient?: { id: string; name: string } | undefined
  providerId?: string | undefined
  date?: string | undefined
  time?: string | undefined
}

interface DialogProps {
  clinic: Clinic
  types: readonly VisitType[]
  providers: readonly Provider[]
  /** on the clinic's clock */
  today: string
  /** a visit to change, or what a new one starts with */
  visit: TeamVisit | NewVisit
  onClose(): void
}

/** 'Schedule New Appointment' and 'Reschedule Appointment' (docs/specification.md B2.15, B5). */
export function AppointmentDialog({ visit, onClose, ...props }: DialogProps) {
  return (
    <Dialog open onOpenChange={(open) => open || onClose()}>
      <DialogContent
        title={'id' in visit ? texts.reschedule : texts.schedule}
        description={texts.zone(props.clinic.time_zone)}
      >
        <AppointmentFields visit={visit} onClose={onClose} {...props} />
      </DialogContent>
    </Dialog>
  )
}

function AppointmentFields({ clinic, types, providers, today, visit, onClose }: DialogProps) {
  const queryClient = useQueryClient()
  const present = 'id' in visit ? visit : null
  const start = present ? {} : (visit as NewVisit)
  const [patient, setPatient] = useState(
    present ? { id: present.patientId, name: present.patientName } : (start.patient ?? null),
  )
  const [repeat, setRepeat] = useState<keyof typeof repeats>('never')
  const [count, setCount] = useState(6)
  const [scope, setScope] = useState<'one' | 'following'>('one')
  const form = useSchemaForm<AppointmentForm>(appointmentForm, {
    patientId: patient?.id ?? '',
    appointmentType: present?.type ?? '',
    providerId: present?.providerId ?? start.providerId ?? '',
    roomId: present?.roomId ?? '',
    date: present?.date ?? start.date ?? today,
    time: present?.time ?? start.time ?? defaultTime,
    isLaterHour: false,
    duration: present?.durationMinutes ?? defaultDuration,
    notes: present?.notes ?? '',
  })
  const { register, formState, handleSubmit, setValue, watch } = form
  const { errors } = formState
  const [type, providerId, date, time] = watch(['appointmentType', 'providerId', 'date', 'time'])
  const rooms = useQuery(roomsQuery(clinic.subdomain))
  const isTwice = /^\d{4}-/.test(date) && time !== '' && instantsOf(date, time, clinic.time_zone).length > 1

  const save = useMutation({
    mutationFn: async (values: AppointmentForm) => {
      const { patientId, isLaterHour, ...rest } = values
      // which of the two is only asked on the night that has them
      const input = { ...rest, ...(isTwice && { isLaterHour: isLaterHour ?? false }) }
      if (present) {
        const { id: appointmentId, version } = present
        const answer = await callFunction('reschedule-appointment', {
          ...input,
          appointmentId,
          version,
          scope,
        })
        return { count: answer.moved, isNew: false }
      }
      const everyDays = repeats[repeat]
      const answer = await callFunction('schedule-appointment', {
        ...input,
        patientId,
        ...(everyDays > 0 && { repeat: { everyDays, count } }),
      })
      return { count: answer.booked, isNew: true }
    },
    onSuccess: ({ count: visits, isNew }) => {
      const [one, many] = isNew ? [done.scheduled, done.scheduledMany] : [done.updated, done.updatedMany]
      toast.success(visits > 1 ? many(visits) : one)
      onClose()
    },
    onError: (error) => {
      const isOnItsField = error instanceof ApiError && showFieldErrors(form, error.fields)
      if (!isOnItsField) toast.error(refusalSentence(error) ?? done.failed)
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: clinicKey(clinic.subdomain, 'appointments') }),
  })

  /** Picking a type sets the duration to that type's (docs/specification.md B5). */
  function chooseType(key: string): void {
    setValue('appointmentType', key, { shouldDirty: true, shouldValidate: true })
    const chosen = types.find((each) => each.key === key)
    if (chosen) setValue('duration', chosen.durationMinutes, { shouldDirty: true, shouldValidate: true })
  }

  const offered = providers.filter(
    (each) =>
      each.id === providerId || (each.isActive && (!type || !each.types.length || each.types.includes(type))),
  )

  return (
    <form noValidate onSubmit={handleSubmit((values) => save.mutateAsync(values).catch(() => undefined))}>
      <div className="grid gap-5 sm:grid-cols-2">
        <div className="sm:col-span-2">
          <Field label={texts.patient} error={errors.patientId?.message}>
            {(control) =>
              present ? (
                <Input {...control} value={present.patientName} readOnly />
              ) : (
                <PatientField
                  slug={clinic.subdomain}
                  control={control}
                  chosen={patient}
                  onChoose={(chosen) => {
                    setPatient(chosen)
                    setValue('patientId', chosen?.id ?? '', {
                      shouldDirty: true,
                      shouldValidate: chosen !== null,
                    })
                  }}
                />
              )
            }
          </Field>
        </div>
        <Field label={texts.type} error={errors.appointmentType?.message}>
          {(control) => (
            <Select {...control} value={type} onChange={(event) => chooseType(event.target.value)}>
              <option value="">{texts.typeChoose}</option>
              {types
                .filter(({ key, isActive }) => isActive || key === present?.type)
                .map(({ key, name }) => (
                  <option key={key} value={key}>
                    {name}
                  </option>
                ))}
            </Select>
          )}
        </Field>
        <Field label={texts.duration} error={errors.duration?.message}>
          {(control) => (
            <Input
              type="number"
              min={15}
              step={5}
              inputMode="numeric"
              {...control}
              {...register('duration', { valueAsNumber: true })}
            />
          )}
        </Field>
        {providers.length > 0 && (
          <Field label={texts.provider} error={errors.providerId?.message}>
            {(control) => (
              <Select {...control} {...register('providerId')}>
                <option value="">{texts.providerNone}</option>
                {offered.map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        )}
        {(rooms.data?.length ?? 0) > 0 && (
          <Field label={texts.room} error={errors.roomId?.message}>
            {(control) => (
              <Select {...control} {...register('roomId')}>
                <option value="">{texts.roomNone}</option>
                {rooms.data?.map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        )}
        <div className="grid gap-5 sm:col-span-2 sm:grid-cols-2">
          <Field label={texts.date} error={errors.date?.message}>
            {(control) => <Input type="date" min={today} {...control} {...register('date')} />}
          </Field>
          <Field label={texts.time} error={errors.time?.message}>
            {(control) => <Input type="time" step={300} {...control} {...register('time')} />}
          </Field>
        </div>
        <div className="space-y-4 empty:hidden sm:col-span-2">
          {isTwice && (
            <label htmlFor="later-hour" className="flex items-center gap-3">
              <Checkbox
                id="later-hour"
                checked={watch('isLaterHour') ?? false}
                onChange={(event) => setValue('isLaterHour', event.target.checked, { shouldDirty: true })}
              />
              {texts.laterHour}
            </label>
          )}
          {providers.length > 0 && (
            <FreeTimesLine
              slug={clinic.subdomain}
              wish={{
                appointmentType: type,
                providerId: providerId || undefined,
                from: date,
                appointmentId: present?.id,
              }}
              time={time}
              onPick={(picked, provider) => {
                setValue('time', picked, { shouldDirty: true, shouldValidate: true })
                if (!providerId) setValue('providerId', provider, { shouldDirty: true })
              }}
            />
          )}
        </div>
        {present ? (
          present.seriesId && (
            <Field label={texts.scope}>
              {(control) => (
                <Select
                  {...control}
                  value={scope}
                  onChange={(event) => setScope(event.target.value as 'one' | 'following')}
                >
                  <option value="one">{texts.scopes.one}</option>
                  <option value="following">{texts.scopes.following}</option>
                </Select>
              )}
            </Field>
          )
        ) : (
          <>
            <Field label={texts.repeat}>
              {(control) => (
                <Select
                  {...control}
                  value={repeat}
                  onChange={(event) => setRepeat(event.target.value as keyof typeof repeats)}
                >
                  {(Object.keys(repeats) as (keyof typeof repeats)[]).map((each) => (
                    <option key={each} value={each}>
                      {texts.repeats[each]}
                    </option>
                  ))}
                </Select>
              )}
            </Field>
            {repeat !== 'never' && (
              <Field label={texts.count}>
                {(control) => (
                  <Select
                    {...control}
                    value={count}
                    onChange={(event) => setCount(Number(event.target.value))}
                  >
                    {Array.from({ length: 51 }, (_, index) => index + 2).map((each) => (
                      <option key={each} value={each}>
                        {each}
                      </option>
                    ))}
                  </Select>
                )}
              </Field>
            )}
          </>
        )}
        <div className="sm:col-span-2">
          <Field label={texts.notes} isOptional hint={texts.notesHint} error={errors.notes?.message}>
            {(control) => <Textarea rows={3} {...control} {...register('notes')} />}
          </Field>
        </div>
      </div>
      <DialogActions>
        <Button variant="outline" onClick={onClose}>
          {texts.cancel}
        </Button>
        <SubmitButton isBusy={save.isPending} busyText={texts.busy}>
          {present ? texts.submitChange : texts.submitNew}
        </SubmitButton>
      </DialogActions>
    </form>
  )
}
