import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import {
  type AppointmentForm,
  appointmentForm,
  defaultDuration,
  firstTime,
  shortestDuration,
} from '#domain/appointments/appointments.ts'
import type { Repeat } from '#domain/appointments/series.ts'
import { shortDay, visitClock } from '#domain/appointments/visit-time.ts'
import { nextOpenTime } from '#domain/clinics/opening-hours.ts'
import { appointmentPageTexts, appointmentTexts } from '#domain/texts/appointments.ts'
import { instantsOf, wallClock } from '#domain/values/zones.ts'
import { showFieldErrors } from '#web/components/form/use-plain-form.ts'
import { useSchemaForm } from '#web/components/form/use-schema-form.ts'
import { toast } from '#web/components/ui/toast.ts'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { callFunction } from '#web/lib/fetch/api.ts'
import { ApiError } from '#web/lib/fetch/api-error.ts'
import { clinicKey } from '#web/lib/fetch/query-client.ts'
import { refusalSentence } from '#web/lib/fetch/refusals.ts'
import { serverNow } from '#web/lib/page/clock.ts'
import { obstaclesQuery, type PlannedVisit, refusedDates } from './booking/planned-times.tsx'
import type { Provider, TeamVisit, VisitType } from './booking/queries.ts'
import { neverRepeats, repeatOf } from './booking/repeat-fields.tsx'
import { useVisitUndo } from './booking/use-visit-undo.ts'

const done = appointmentPageTexts.done

/** Known values of a new visit, from a patient's page or a click on free time. */
export interface NewVisit {
  patient?: { id: string; name: string } | undefined
  providerId?: string | undefined
  date?: string | undefined
  time?: string | undefined
}

export interface VisitFormProps {
  clinic: Clinic
  types: readonly VisitType[]
  providers: readonly Provider[]
  /** in the clinic's time zone */
  today: string
  visit: TeamVisit | NewVisit
  onClose(): void
}

/** The choice of a new visit's provider that is none yet. */
export const firstChoice = 'first'

export function useVisitForm({ clinic, types, providers, today, visit, onClose }: VisitFormProps) {
  const present = 'id' in visit ? visit : null
  const start = present ? {} : (visit as NewVisit)
  const now = wallClock(serverNow().getTime(), clinic.time_zone)
  const first = nextOpenTime(clinic.opening_hours, now) ?? { date: today, time: firstTime(today, now) }
  const [patient, setPatient] = useState(
    present ? { id: present.patientId, name: present.patientName } : (start.patient ?? null),
  )
  const [choice, setChoice] = useState(neverRepeats)
  const [leavesOut, setLeavesOut] = useState(false)
  const [scope, setScope] = useState<'one' | 'following'>('one')
  const [includesOwn, setIncludesOwn] = useState(false)
  const form = useSchemaForm<AppointmentForm>(appointmentForm, {
    patientId: patient?.id ?? '',
    appointmentType: present?.type ?? '',
    providerId: present?.providerId ?? start.providerId ?? '',
    roomId: present?.roomId ?? '',
    date: present?.date ?? start.date ?? first.date,
    time: present?.time ?? start.time ?? (start.date ? firstTime(start.date, now) : first.time),
    isLaterHour: false,
    duration: present?.durationMinutes ?? defaultDuration,
    notes: present?.notes ?? '',
  })
  const { formState, setValue, watch } = form
  const { errors, isSubmitted } = formState
  const watched = watch([
    'appointmentType',
    'providerId',
    'roomId',
    'date',
    'time',
    'isLaterHour',
    'duration',
  ])
  const [type, providerId, roomId, date, time, isLaterHour, duration] = watched
  const provider = useProviderChoice({ form, providers, type, providerId, isNew: !present, start })
  const { isFirst } = provider
  const isTwice = /^\d{4}-/.test(date) && time !== '' && instantsOf(date, time, clinic.time_zone).length > 1
  // asked only on the night when the time occurs twice
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
          ...(isFirst && { firstAvailable: true }),
          ...(present ? { appointmentId: present.id, scope, includesOwn } : repeat && { repeat }),
        }
  const obstacles = useQuery(obstaclesQuery(clinic.subdomain, planned))
  // not the obstacles of earlier dates
  const isChecked = obstacles.data !== undefined && !obstacles.isPlaceholderData
  const without = leavesOut && repeat && isChecked ? refusedDates(obstacles.data) : []

  useRefusalOf(JSON.stringify([isFirst, patient?.id, ...watched]), form)

  const nameOf = (id: string | null) => providers.find((each) => each.id === id)?.name ?? null
  const save = useVisitSave({ clinic, present, patientName: patient?.name ?? '', nameOf, form, onClose })
  /** Choosing a type sets its duration (docs/specification.md B5). */
  function chooseType(key: string): void {
    setValue('appointmentType', key, { shouldDirty: true, shouldValidate: true })
    const chosen = types.find((each) => each.key === key)
    if (chosen) setValue('duration', chosen.durationMinutes, { shouldDirty: true, shouldValidate: true })
  }

  function choosePatient(chosen: typeof patient): void {
    setPatient(chosen)
    setValue('patientId', chosen?.id ?? '', { shouldDirty: true, shouldValidate: chosen !== null })
  }

  return {
    form,
    errors,
    isSubmitted,
    present,
    values: { type, providerId, date, time, isLaterHour: isLaterHour ?? false },
    patient,
    choosePatient,
    chooseType,
    ...provider,
    nameOf,
    /** With `isFirst`: who that is, once it is known. */
    found: isFirst && isChecked ? obstacles.data : undefined,
    choice,
    setChoice,
    scope,
    setScope,
    leavesOut,
    setLeavesOut,
    includesOwn,
    setIncludesOwn,
    /** True if the time occurs twice on that date, when clocks go back. */
    isTwice,
    /** True if the visit begins before now, such as one that is recorded afterwards. */
    isPast:
      isComplete &&
      // a visit ahead does not move before now
      !(present && new Date(present.startsAt) > serverNow()) &&
      (date < now.date || (date === now.date && time < now.time)),
    planned,
    isSaving: save.isPending,
    submit: form.handleSubmit((values) =>
      problem
        ? undefined
        : save
            .mutateAsync({
              values: { ...values, isLaterHour: undefined, ...laterHour },
              isFirst,
              following: { scope, includesOwn },
              repeat: repeat && { ...repeat, ...(without.length > 0 && { without }) },
            })
            .catch(() => undefined),
    ),
  }
}

/** The provider of a visit: one, none, or for a new visit the first who is free. */
function useProviderChoice({
  form: { setValue },
  providers,
  type,
  providerId,
  isNew,
  start,
}: Pick<VisitFormProps, 'providers'> & {
  form: ReturnType<typeof useSchemaForm<AppointmentForm>>
  type: string
  providerId: string
  isNew: boolean
  start: NewVisit
}) {
  const [prefersFirst, setPrefersFirst] = useState(isNew && !start.providerId)
  const offered = providers.filter(
    (each) =>
      each.id === providerId || (each.isActive && (!type || !each.types.length || each.types.includes(type))),
  )
  return {
    /** Active providers who offer the kind, and the chosen one. */
    offered,
    /** True if the visit gets the first provider who is free. */
    isFirst: prefersFirst && offered.length > 0,
    chooseProvider(choice: string): void {
      setPrefersFirst(choice === firstChoice)
      setValue('providerId', choice === firstChoice ? '' : choice, { shouldDirty: true })
    },
  }
}

/** Removes the errors of a refused save once the plan changes, because they are about the plan that was sent. */
function useRefusalOf(plan: string, form: ReturnType<typeof useSchemaForm<AppointmentForm>>): void {
  const { clearErrors, getFieldState } = form
  useEffect(() => {
    if (!plan) return
    for (const field of ['patientId', 'providerId', 'roomId', 'date', 'time'] as const)
      if (getFieldState(field).error?.type === 'server') clearErrors(field)
  }, [plan, clearErrors, getFieldState])
}

interface VisitToSave {
  values: AppointmentForm
  isFirst: boolean
  following: { scope: 'one' | 'following'; includesOwn: boolean }
  repeat: Repeat | null
}

function useVisitSave({
  clinic,
  present,
  patientName,
  nameOf,
  form,
  onClose,
}: Pick<VisitFormProps, 'clinic' | 'onClose'> & {
  present: TeamVisit | null
  patientName: string
  nameOf(providerId: string | null): string | null
  form: ReturnType<typeof useSchemaForm<AppointmentForm>>
}) {
  const queryClient = useQueryClient()
  const undoable = useVisitUndo(clinic.subdomain)
  return useMutation({
    mutationFn: async ({ values, isFirst, following, repeat }: VisitToSave) => {
      const { patientId, ...input } = values
      if (present) {
        const { id: appointmentId, version } = present
        const change = { ...input, appointmentId, version, ...following }
        const answer = await callFunction('reschedule-appointment', change)
        // the notes cannot be undone
        const undo =
          values.notes === (present.notes ?? '') ? { id: appointmentId, patientName, ...answer } : null
        return { count: answer.moved, retained: answer.retained, provider: null, undo }
      }
      const answer = await callFunction('schedule-appointment', {
        ...input,
        patientId,
        ...(isFirst && { firstAvailable: true }),
        ...(repeat && { repeat }),
      })
      return { count: answer.booked, retained: 0, provider: nameOf(answer.providerId), undo: null }
    },
    onSuccess: ({ retained, undo, ...saved }, { values }) => {
      const also = retained > 0 ? done.retained(retained) : undefined
      toast.success(
        done.of(patientName, savedText(present, values, saved, clinic.time_zone)),
        undo ? undoable(undo, also) : also ? { description: also } : {},
      )
      onClose()
    },
    onError: (error) => {
      const isOnItsField = error instanceof ApiError && showFieldErrors(form, error.fields)
      if (!isOnItsField) toast.error(refusalSentence(error) ?? done.failed)
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: clinicKey(clinic.subdomain, 'appointments') }),
  })
}

function savedText(
  present: TeamVisit | null,
  { date, time }: AppointmentForm,
  { count: visits, provider }: { count: number; provider: string | null },
  timeZone: string,
): string {
  const [startsAt = 0] = instantsOf(date, time, timeZone)
  const clock = visitClock({ startsAt: new Date(startsAt).toISOString(), timeZone })
  const when = appointmentTexts.when(shortDay(date), clock)
  if (!present) return visits > 1 ? done.scheduledMany(visits, provider) : done.scheduled(when, provider)
  if (visits > 1) return done.updatedMany(visits)
  return present.date === date && present.time === time ? done.updated : done.moved(when)
}

export type VisitForm = ReturnType<typeof useVisitForm>
