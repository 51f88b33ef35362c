import { useMutation, useQueryClient } from '@tanstack/react-query'
import { undoSeconds, type VisitStep } from '#domain/appointments/visits.ts'
import { appointmentPageTexts } from '#domain/texts/appointments.ts'
import { toast } from '#web/components/ui/toast.ts'
import { callFunction } from '#web/lib/fetch/api.ts'
import { clinicKey } from '#web/lib/fetch/query-client.ts'
import { describeRefusal } from '#web/lib/fetch/refusals.ts'
import type { TeamVisit } from './queries.ts'
import { useVisitUndo } from './use-visit-undo.ts'

const texts = appointmentPageTexts.done

type Marked = Pick<TeamVisit, 'id' | 'patientName'>

interface Canceled {
  visit: Marked
  reason: string
  scope: 'one' | 'following'
  isLateByPatient: boolean
}

/** The team's actions on visits; each refetches all appointment data. */
export function useVisitActions(slug: string) {
  const queryClient = useQueryClient()
  const onSettled = () => queryClient.invalidateQueries({ queryKey: clinicKey(slug, 'appointments') })

  const undoable = useVisitUndo(slug)

  const undo = useMutation({
    mutationFn: ({ visit, step }: { visit: Marked; step: 'reopened' | 'unconfirmed' }) =>
      callFunction('mark-appointment', { appointmentId: visit.id, step }),
    onSuccess: (_answer, { visit, step }) => toast.success(texts.of(visit.patientName, texts[step])),
    onError: (error) => toast.error(texts.failed, describeRefusal(error)),
    onSettled,
  })

  const mark = useMutation({
    mutationFn: ({ visit, step }: { visit: Marked; step: VisitStep }) =>
      callFunction('mark-appointment', { appointmentId: visit.id, step }),
    onSuccess: (_answer, { visit, step }) =>
      toast.success(
        texts.of(visit.patientName, texts[step]),
        step === 'reopened' || step === 'accepted' || step === 'unconfirmed'
          ? {}
          : {
              action: {
                label: texts.undo,
                onClick: () =>
                  undo.mutate({ visit, step: step === 'confirmed' ? 'unconfirmed' : 'reopened' }),
              },
              lastsMs: undoSeconds * 1000,
            },
      ),
    onError: (error) => toast.error(texts.failed, describeRefusal(error)),
    onSettled,
  })

  const cancel = useMutation({
    mutationFn: ({ visit, ...how }: Canceled) =>
      callFunction('cancel-appointment', { appointmentId: visit.id, ...how }),
    onSuccess: ({ canceled, version, notifies }, { visit: { id, patientName } }) =>
      toast.success(
        texts.of(patientName, canceled > 1 ? texts.canceledMany(canceled) : texts.canceled),
        canceled > 0 ? undoable({ id, patientName, version, notifies }) : {},
      ),
    onError: (error) => toast.error(texts.failed, describeRefusal(error)),
    onSettled,
  })

  return { mark, cancel, refresh: onSettled }
}
