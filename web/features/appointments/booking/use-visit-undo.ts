import { useMutation, useQueryClient } from '@tanstack/react-query'
import { undoSeconds } from '#domain/appointments/visits.ts'
import { appointmentPageTexts } from '#domain/texts/appointments.ts'
import { toast } from '#web/components/ui/toast.ts'
import { callFunction } from '#web/lib/fetch/api.ts'
import { ApiError } from '#web/lib/fetch/api-error.ts'
import { clinicKey } from '#web/lib/fetch/query-client.ts'
import { describeRefusal, refusalCode } from '#web/lib/fetch/refusals.ts'
import { useLaterCalls } from '../calls/use-later-calls.ts'

const texts = appointmentPageTexts.done

/** A change of a visit as `undo-visit-change` takes it. */
interface Change {
  id: string
  patientName: string
  version: number
  /** The patient is mailed once it can no longer be undone. */
  notifies: boolean
}

/** The words and the button of a notice about a move or cancellation, while the team can undo it. */
export function useVisitUndo(slug: string) {
  const queryClient = useQueryClient()
  const refreshCalls = useLaterCalls(slug)
  const undo = useMutation({
    mutationFn: ({ id, version }: Change) =>
      callFunction('undo-visit-change', { appointmentId: id, version }),
    onSuccess: ({ restored }, { patientName }) =>
      toast.success(texts.of(patientName, restored > 1 ? texts.restoredMany(restored) : texts.restored)),
    onError: (error) => toast.error(texts.undoFailed, whyNot(error)),
    onSettled: () => queryClient.invalidateQueries({ queryKey: clinicKey(slug, 'appointments') }),
  })
  return (change: Change, also?: string) => {
    refreshCalls()
    return {
      description: [also, change.notifies && texts.notifies(undoSeconds)].filter(Boolean).join(' '),
      action: { label: texts.undo, onClick: () => undo.mutate(change) },
      lastsMs: undoSeconds * 1000,
    }
  }
}

function whyNot(error: unknown): { description?: string } {
  const code = refusalCode(error)
  const provider = error instanceof ApiError && error.fields.find(({ path }) => path === 'providerId')
  if (code === 'time_taken') return { description: provider ? provider.message : texts.undoTaken }
  if (code === 'changed_elsewhere') return { description: texts.undoChanged }
  return describeRefusal(error)
}
