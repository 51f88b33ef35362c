import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  type AppointmentForm,
  appointmentForm,
  defaultDuration,
  defaultTime,
  shortestDuration,
} from '#domain/appointments/appointments.ts'
import { appointmentPageTexts } from '#domain/texts/appointments.ts'
import { instantsOf } from '#domain/zones.ts'
import { Field } from '#web/components/form/field.tsx'
import { SubmitButton } from '#web/components/form/submit-button.tsx'
import { showFieldErrors } from '#web/components/form/use-plain-form.ts'
import { useSchemaForm } from '#web/components/form/use-schema-form.ts'
import { PatientChoice } from '#web/components/patient-choice.tsx'
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
import { obstaclesQuery, PlannedTimes, type PlannedVisit, refusedDates } from './planned-times.tsx'
import { type Provider, roomsQuery, type TeamVisit, type VisitType } from './queries.ts'
import { neverRepeats, RepeatFields, repeatOf } from './repeat-fields.tsx'

const texts = appointmentPageTexts.dialog
const done = appointmentPageTexts.done

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
  const [choice, setChoice] = useState(neverRepeats)
  const [leavesOut, setLeavesOut] = useState(false)
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
  const [type, providerId, roomId, date, time, isLaterHour, duration] = watch([
    'appointmentType',
    'providerId',
    'roomId',
    'date',
    'time',
    'isLaterHour',
    'duration',
  ])
  const rooms = useQuery(roomsQuery(clinic.subdomain))
  const isTwice = /^\d{4}-/.test(date) && time !== '' && instantsOf(date, time, clinic.time_zone).length > 1
  // which of the two is only asked on the night that has them
  const laterHour = isTwice ? { isLaterHour: isLaterHour ?? false } : {}
  const { repeat, problem } = repeatOf(choice, date)
  const isComplete =
    type !== '' &&
    time !== '' &&
    /^\d{4}-/.test(date) &&
    Number.isInteger(duration) &&
    duration >= shortestDuration
  const planned: PlannedVisit =
    !isComplete || problem
      ? null
      : {
          appointmentType: type,
          ...{ providerId, roomId, date, time, duration },
          ...laterHour,
          patientId: patient?.id ?? '',
          ...(present ? { appointmentId: present.id, scope } : repeat && { repeat }),
        }
  const obstacles = useQuery(obstaclesQuery(clinic.subdomain, planned))
  // of these dates, not of those that the form had before
  const isChecked = obstacles.data !== undefined && !obstacles.isPlaceholderData
  const without = leavesOut && repeat && isChecked ? refusedDates(obstacles.data) : []

  const save = useMutation({
    mutationFn: async (values: AppointmentForm) => {
      const { patientId, isLaterHour: _, ...rest } = values
      const input = { ...rest, ...laterHour }
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
      const answer = await callFunction('schedule-appointment', {
        ...input,
        patientId,
        ...(repeat && { repeat: { ...repeat, ...(without.length > 0 && { without }) } }),
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
    <form
      noValidate
      onSubmit={handleSubmit((values) =>
        problem ? undefined : save.mutateAsync(values).catch(() => undefined),
      )}
    >
      <div className="grid gap-5 sm:grid-cols-2">
        <div className="sm:col-span-2">
          <Field label={texts.patient} error={errors.patientId?.message}>
            {(control) =>
              present ? (
                <Input {...control} value={present.patientName} readOnly />
              ) : (
                <PatientChoice
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
        {rooms.data?.some(({ id, isActive }) => isActive || id === present?.roomId) && (
          <Field label={texts.room} error={errors.roomId?.message}>
            {(control) => (
              <Select {...control} {...register('roomId')}>
                <option value="">{texts.roomNone}</option>
                {rooms.data
                  ?.filter(({ id, isActive }) => isActive || id === present?.roomId)
                  .map(({ id, name }) => (
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
          <RepeatFields
            value={choice}
            first={date}
            showsProblem={formState.isSubmitted}
            onChange={setChoice}
          />
        )}
        <div className="empty:hidden sm:col-span-2">
          <PlannedTimes
            slug={clinic.subdomain}
            planned={planned}
            leavesOut={present ? null : leavesOut}
            onLeaveOut={setLeavesOut}
          />
        </div>
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
