import { useMutation, useQueryClient } from '@tanstack/react-query'
import { schedulingPageTexts } from '#domain/texts/appointments.ts'
import { toast } from '#web/components/ui/toast.ts'
import { savingVisits, WentBack } from '#web/lib/clinic/visit-questions.ts'
import { clinicKey } from '#web/lib/fetch/query-client.ts'
import { describeRefusal } from '#web/lib/fetch/refusals.ts'

/**
 * Saves a setting and refetches all appointment data, including the preview. Asks first if the change affects visits
 * (`savingVisits`); Back rejects.
 *
 * @param isOnItsField true if it showed the refusal at its field; else a toast does
 */
export function useSchedulingSave<Input>(
  slug: string,
  save: (input: Input, confirmed: { confirmed?: string }) => Promise<object>,
  isOnItsField: (error: Error) => boolean = () => false,
) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (input: Input) => {
      await savingVisits((confirmed) => save(input, confirmed))
    },
    onSuccess: () => toast.success(schedulingPageTexts.saved),
    onError: (error) =>
      error instanceof WentBack ||
      isOnItsField(error) ||
      toast.error(schedulingPageTexts.saveFailed, describeRefusal(error)),
    onSettled: () => queryClient.invalidateQueries({ queryKey: clinicKey(slug, 'appointments') }),
  })
}
