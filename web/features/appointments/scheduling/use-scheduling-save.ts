import { useMutation, useQueryClient } from '@tanstack/react-query'
import { schedulingPageTexts } from '#domain/texts/appointments.ts'
import { toast } from '#web/components/ui/toast.ts'
import { clinicKey } from '#web/lib/fetch/query-client.ts'
import { describeRefusal } from '#web/lib/fetch/refusals.ts'

/**
 * Saves a setting and refetches all appointment data, including the preview.
 *
 * @param isOnItsField true if it showed the refusal at its field; else a toast does
 */
export function useSchedulingSave<Input>(
  slug: string,
  save: (input: Input) => Promise<unknown>,
  isOnItsField: (error: Error) => boolean = () => false,
) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (input: Input) => {
      await save(input)
    },
    onSuccess: () => toast.success(schedulingPageTexts.saved),
    onError: (error) =>
      isOnItsField(error) || toast.error(schedulingPageTexts.saveFailed, describeRefusal(error)),
    onSettled: () => queryClient.invalidateQueries({ queryKey: clinicKey(slug, 'appointments') }),
  })
}
