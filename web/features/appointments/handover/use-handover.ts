import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { undoSeconds } from '#domain/appointments/visits.ts'
import type { ChangedVisits } from '#domain/handover/handover.ts'
import { handoverTexts } from '#domain/texts/handover.ts'
import { toast } from '#web/components/ui/toast.ts'
import type { ActionInput } from '#web/lib/fetch/actions.ts'
import { callFunction } from '#web/lib/fetch/api.ts'
import { clinicKey } from '#web/lib/fetch/query-client.ts'
import { describeRefusal } from '#web/lib/fetch/refusals.ts'
import { serverNow } from '#web/lib/page/clock.ts'
import { useLaterCalls } from '../calls/use-later-calls.ts'
import { type PlannedRow, undoOf, type VisitChange, type Way } from './handover-plan.ts'

const texts = handoverTexts.done

/** @param input null while provider or days are missing */
export function handoverQuery(slug: string, input: ActionInput<'handover-visits'> | null) {
  return queryOptions({
    queryKey: clinicKey(slug, 'appointments', 'handover', input),
    enabled: input !== null,
    refetchOnWindowFocus: true,
    placeholderData: keepPreviousData,
    queryFn: () =>
      input ? callFunction('handover-visits', input) : Promise.reject(new Error('no provider')),
  })
}

/** The changes, with the rows as the user saw them. */
export interface Outcome {
  way: Way
  rows: readonly PlannedRow[]
  changed: ChangedVisits
  /** Of the day off that was recorded with it. */
  exceptionId: string | null
}

interface DayOff {
  providerId: string
  from: string
  until: string
}

/**
 * Changes the visits and undoes all of it. `outcome` is null before; `canUndo` for as long as the server accepts it.
 */
export function useHandover(slug: string) {
  const queryClient = useQueryClient()
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const [canUndo, setCanUndo] = useState(false)
  const until = useRef(0)
  const refreshCalls = useLaterCalls(slug)
  const onSettled = () => queryClient.invalidateQueries({ queryKey: clinicKey(slug, 'appointments') })

  useEffect(() => {
    if (!canUndo) return
    const timer = setTimeout(() => setCanUndo(false), undoSeconds * 1000)
    return () => clearTimeout(timer)
  }, [canUndo])

  const change = useMutation({
    mutationFn: async ({
      changes,
      dayOff,
      ...seen
    }: Pick<Outcome, 'way' | 'rows'> & { changes: VisitChange[]; dayOff: DayOff | null }) => {
      // first: a time that becomes free is offered to the waitlist
      const exceptionId = dayOff && (await markOff(dayOff))
      return { ...seen, exceptionId, changed: await callFunction('change-visits', { changes }) }
    },
    onSuccess: (done) => {
      setOutcome(done)
      until.current = serverNow().getTime() + undoSeconds * 1000
      refreshCalls()
      setCanUndo(done.changed.results.some(({ result }) => result === 'done'))
    },
    onError: (error) => {
      const { description } = describeRefusal(error)
      toast.error(handoverTexts.saveFailed, {
        description: [description, handoverTexts.saveUnknown].filter(Boolean).join(' '),
      })
    },
    onSettled,
  })

  const undo = useMutation({
    mutationFn: async ({ changed, exceptionId }: Outcome) => {
      const { results } = await callFunction('change-visits', { changes: undoOf(changed) })
      if (exceptionId) await unmarkOff(exceptionId)
      return results
    },
    onSuccess: (results) => {
      const failed = results.filter(({ result }) => result !== 'done').length
      if (failed > 0) toast.error(texts.undoFailed(failed))
      else toast.success(texts.undone(results.length))
      setOutcome(null)
    },
    onError: (error) => toast.error(handoverTexts.saveFailed, describeRefusal(error)),
    onSettled: () => {
      setCanUndo(false)
      return onSettled()
    },
  })

  /** Undo in a notice, for the rest of its time, after the dialog has closed. */
  function offerUndo(title: string): void {
    if (!outcome || !canUndo) return
    toast.success(title, {
      action: { label: texts.undo, onClick: () => undo.mutate(outcome) },
      lastsMs: Math.max(0, until.current - serverNow().getTime()),
    })
  }

  return { change, undo, outcome, canUndo, offerUndo, reset: () => setOutcome(null) }
}

/** The visits of these days are on the screen: saved without another question. */
async function markOff({ providerId, from, until }: DayOff): Promise<string> {
  const dayOff = {
    providerId,
    kind: 'off',
    title: '',
    startsOn: from,
    endsOn: until,
    opens: null,
    closes: null,
  } as const
  for (let confirmed: { confirmed?: string } = {}; ; ) {
    const answer = await callFunction('save-schedule-exception', { ...dayOff, ...confirmed })
    if (!('affected' in answer)) return answer.exceptionId
    confirmed = { confirmed: answer.affected.seen }
  }
}

async function unmarkOff(exceptionId: string): Promise<void> {
  for (let confirmed: { confirmed?: string } = {}; ; ) {
    const answer = await callFunction('remove-schedule-exception', { exceptionId, ...confirmed })
    if (!('affected' in answer)) return
    confirmed = { confirmed: answer.affected.seen }
  }
}
