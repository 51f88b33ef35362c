import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ownAppointmentTexts } from '#domain/texts/own-appointments.ts'
import { Button } from '#web/components/ui/button.tsx'
import { toast } from '#web/components/ui/toast.ts'
import { callFunction } from '#web/lib/fetch/api.ts'
import { clinicKey } from '#web/lib/fetch/query-client.ts'
import { describeRefusal } from '#web/lib/fetch/refusals.ts'
import type { OwnVisit } from '../booking/own-queries.ts'

const texts = ownAppointmentTexts.answer

/** Confirms a patient's own visit. @param acceptsFeesOf the version of its kind, if the patient accepts the fees */
export function WillCome({
  visit,
  when,
  slug,
  acceptsFeesOf,
}: {
  visit: OwnVisit
  when: string
  slug: string
  acceptsFeesOf: number | undefined
}) {
  const queryClient = useQueryClient()
  const confirm = useMutation({
    mutationFn: () =>
      callFunction('confirm-own-appointment', {
        appointmentId: visit.id,
        ...(acceptsFeesOf !== undefined && { acceptsFeesOf }),
      }),
    onSuccess: () => toast.success(texts.confirmed),
    onError: (error) => toast.error(texts.failed, describeRefusal(error)),
    onSettled: () => queryClient.invalidateQueries({ queryKey: clinicKey(slug, 'appointments') }),
  })
  return (
    <Button
      aria-label={texts.of(texts.comes, when)}
      aria-disabled={confirm.isPending || undefined}
      onClick={() => confirm.isPending || confirm.mutate()}
    >
      {texts.comes}
    </Button>
  )
}
