import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { moveVisitsTexts } from '#domain/texts/appointments.ts'
import { schedulingPageTexts } from '#domain/texts/scheduling.ts'
import { toast } from '#web/components/ui/toast.ts'
import { withClinic } from '#web/lib/clinic/clinic-address.ts'
import { handoverOfVisits } from '#web/lib/clinic/handover-path.ts'
import { savingVisits, WentBack } from '#web/lib/clinic/visit-questions.ts'
import { clinicKey } from '#web/lib/fetch/query-client.ts'
import { describeRefusal } from '#web/lib/fetch/refusals.ts'

/**
 * Saves a setting and refetches all appointment data, including the preview. Asks first if the change affects visits
 * (`savingVisits`); Back rejects. After a save anyway, the notice leads to moving these visits.
 *
 * @param isOnItsField true if it showed the refusal at its field; else a toast does
 */
export function useSchedulingSave<Input>(
  slug: string,
  save: (input: Input, confirmed: { confirmed?: string }) => Promise<object>,
  isOnItsField: (error: Error) => boolean = () => false,
) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: async (input: Input) => {
      let handover: string | null = null
      await savingVisits(
        (confirmed) => save(input, confirmed),
        (affected) => {
          handover = handoverOfVisits(affected)
        },
      )
      return handover
    },
    onSuccess: (handover: string | null) =>
      toast.success(
        schedulingPageTexts.saved,
        handover
          ? { action: { label: moveVisitsTexts.open, onClick: () => void navigate(withClinic(handover)) } }
          : {},
      ),
    onError: (error) =>
      error instanceof WentBack ||
      isOnItsField(error) ||
      toast.error(schedulingPageTexts.saveFailed, describeRefusal(error)),
    onSettled: () => queryClient.invalidateQueries({ queryKey: clinicKey(slug, 'appointments') }),
  })
}
