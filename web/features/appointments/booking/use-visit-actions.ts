import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { VisitStep } from '#domain/appointments/visits.ts'
import { appointmentPageTexts } from '#domain/texts/appointments.ts'
import { toast } from '#web/components/ui/toast.ts'
import { callFunction } from '#web/lib/fetch/api.ts'
import { clinicKey } from '#web/lib/fetch/query-client.ts'
import { describeRefusal } from '#web/lib/fetch/refusals.ts'
import { useVisitUndo } from './use-visit-undo.ts'

const texts = appointmentPageTexts.done

/** The team's actions on visits; each refetches all appointment data. */
export function useVisitActions(slug: string) {
  const queryClient = useQueryClient()
  const onSettled = () => queryClient.invalidateQueries({ queryKey: clinicKey(slug, 'appointments') })

  const undoable = useVisitUndo(slug)

  const undo = useMutation({
    mutationFn: (appointmentId: string) =>
      callFunction('mark-appointment', { appointmentId, step: 'reopened' }),
    onError: (error) => toast.error(texts.failed, describeRefusal(error)),
    onSettled,
  })

  const mark = useMutation({
    mutationFn: ({ id, step }: { id: string; step: VisitStep }) =>
      callFunction('mark-appointment', { appointmentId: id, step }),
    onSuccess: (_answer, { id, step }) =>
      toast.success(
        texts[step],
        step === 'reopened' || step === 'accepted'
          ? {}
          : { action: { label: texts.undo, onClick: () => undo.mutate(id) } },
      ),
    onError: (error) => toast.error(texts.failed, describeRefusal(error)),
    onSettled,
  })

  const cancel = useMutation({
    mutationFn: ({ id, reason, scope }: { id: string; reason: string; scope: 'one' | 'following' }) =>
      callFunction('cancel-appointment', { appointmentId: id, reason, scope }),
    onSuccess: ({ canceled, version, notifies }, { id }) =>
      toast.success(
        canceled > 1 ? texts.canceledMany(canceled) : texts.canceled,
        canceled > 0 ? undoable({ id, version, notifies }) : {},
      ),
    onError: (error) => toast.error(texts.failed, describeRefusal(error)),
    onSettled,
  })

  return { mark, cancel, refresh: onSettled }
}
