import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { shortDay, visitClock } from '#domain/appointments/visit-time.ts'
import type { Draft } from '#domain/calendar/grid.ts'
import { appointmentPageTexts, appointmentTexts } from '#domain/texts/appointments.ts'
import { calendarTexts } from '#domain/texts/calendar.ts'
import { instantsOf, minutesOf, timeOf } from '#domain/values/zones.ts'
import { toast } from '#web/components/ui/toast.ts'
import { callFunction } from '#web/lib/fetch/api.ts'
import { clinicKey } from '#web/lib/fetch/query-client.ts'
import { describeRefusal } from '#web/lib/fetch/refusals.ts'
import { useVisitUndo } from '../booking/use-visit-undo.ts'
import type { CalendarVisit } from './calendar-queries.ts'

const texts = calendarTexts.move
const { done } = appointmentPageTexts

/** The visit is back at its place, so the notice has nothing left to repair. */
const failedMs = 10_000

type Scope = 'one' | 'following'

export function draftOf(visit: CalendarVisit): Draft {
  return {
    id: visit.id,
    patientId: visit.patientId,
    providerId: visit.providerId,
    roomId: visit.roomId,
    date: visit.date,
    from: minutesOf(visit.time),
    minutes: visit.durationMinutes,
    before: visit.before,
    after: visit.after,
  }
}

export function isMoved(visit: CalendarVisit, draft: Draft): boolean {
  return (
    visit.date !== draft.date ||
    minutesOf(visit.time) !== draft.from ||
    visit.durationMinutes !== draft.minutes ||
    visit.providerId !== draft.providerId
  )
}

/**
 * Saves a visit's new position, with a notice to undo it. The draft stays until the visits are read again, so that
 * nothing jumps.
 */
export function useVisitMove(slug: string, zone: string) {
  const queryClient = useQueryClient()
  const [draft, setDraft] = useState<Draft | null>(null)
  /** a dropped visit with a question: `warning` that the time is unusual; then of a series, one or all that follow? */
  const [asked, setAsked] = useState<{ visit: CalendarVisit; draft: Draft; warning: string | null } | null>(
    null,
  )
  const undoable = useVisitUndo(slug)
  const refresh = () => queryClient.invalidateQueries({ queryKey: clinicKey(slug, 'appointments') })

  function send(visit: CalendarVisit, to: Draft, version: number, scope: Scope) {
    const time = timeOf(to.from)
    return callFunction('reschedule-appointment', {
      appointmentId: visit.id,
      version,
      scope,
      appointmentType: visit.type,
      providerId: to.providerId ?? '',
      roomId: to.roomId ?? '',
      date: to.date,
      time,
      duration: to.minutes,
      notes: visit.notes ?? '',
    })
  }

  const move = useMutation({
    mutationFn: ({ visit, to, scope }: { visit: CalendarVisit; to: Draft; scope: Scope }) =>
      send(visit, to, visit.version, scope),
    onSuccess: ({ version, moved, retained, notifies }, { visit, to }) => {
      const startsAt = instantsOf(to.date, timeOf(to.from), zone)[0] ?? Date.parse(visit.startsAt)
      const clock = visitClock({ startsAt: new Date(startsAt).toISOString(), timeZone: zone })
      const when = appointmentTexts.when(shortDay(to.date), clock)
      toast.success(done.of(visit.patientName, moved > 1 ? texts.movedMany(moved, when) : done.moved(when)), {
        ...undoable(
          { id: visit.id, patientName: visit.patientName, version, notifies },
          retained > 0 ? done.retained(retained) : undefined,
        ),
      })
    },
    onError: (error) => toast.error(texts.failed, { ...describeRefusal(error), lastsMs: failedMs }),
    onSettled: async () => {
      await refresh()
      setDraft(null)
    },
  })

  /** @param warning of an unusual time: asks before it saves */
  function save(visit: CalendarVisit, to: Draft, warning: string | null): void {
    if (move.isPending) return
    setDraft(to)
    if (warning || visit.seriesId) setAsked({ visit, draft: to, warning })
    else move.mutate({ visit, to, scope: 'one' })
  }

  return {
    draft,
    setDraft,
    save,
    refuse: (reason: string) => void toast.error(texts.failed, { description: reason, lastsMs: failedMs }),
    isSaving: move.isPending,
    asked,
    /** The unusual time is meant. */
    confirm(): void {
      if (asked?.visit.seriesId) setAsked({ ...asked, warning: null })
      else if (asked) {
        move.mutate({ visit: asked.visit, to: asked.draft, scope: 'one' })
        setAsked(null)
      }
    },
    answer(scope: Scope | null): void {
      if (asked && scope) move.mutate({ visit: asked.visit, to: asked.draft, scope })
      else setDraft(null)
      setAsked(null)
    },
  }
}
