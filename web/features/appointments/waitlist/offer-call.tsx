import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { OfferCall } from '#domain/appointments/visit-calls.ts'
import { shortDay, visitClock } from '#domain/appointments/visit-time.ts'
import { appointmentTexts } from '#domain/texts/appointments.ts'
import { teamWaitlistTexts } from '#domain/texts/waitlist.ts'
import { dateIn } from '#domain/values/zones.ts'
import { Button } from '#web/components/ui/button.tsx'
import { toast } from '#web/components/ui/toast.ts'
import { useCan } from '#web/lib/clinic/use-can.ts'
import { callFunction } from '#web/lib/fetch/api.ts'
import { ApiError } from '#web/lib/fetch/api-error.ts'
import { clinicKey } from '#web/lib/fetch/query-client.ts'
import { describeRefusal } from '#web/lib/fetch/refusals.ts'

const texts = teamWaitlistTexts.call

/** The time that is held for the patient to call. */
export function offerCallText({ patientName, startsAt, expiresAt, timeZone }: OfferCall): string {
  const day = shortDay(dateIn(new Date(startsAt), timeZone))
  const when = appointmentTexts.when(day, visitClock({ startsAt, timeZone }))
  return texts.text(patientName, when, visitClock({ startsAt: expiresAt, timeZone }))
}

/** The patient’s answer on the phone; absent for callers who may not write. */
export function OfferAnswer({ slug, offer }: { slug: string; offer: OfferCall }) {
  const may = useCan()
  const queryClient = useQueryClient()
  const { offerId, patientName } = offer
  const answer = useMutation({
    mutationFn: (given: 'accepted' | 'declined') => callFunction('answer-offer', { offerId, answer: given }),
    onSuccess: ({ became }) => {
      if (became === 'declined') toast.success(texts.passedOn(patientName))
      else toast.success(became === 'moved' ? texts.moved : texts.booked)
    },
    onError: (error) => {
      const isOver = error instanceof ApiError && error.code === 'offer_over'
      toast.error(texts.failed, isOver ? { description: texts.over } : describeRefusal(error))
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: clinicKey(slug, 'appointments') }),
  })
  if (!may('appointments:write')) return null
  // an answered offer stays shown until the list is read again
  const isBusy = answer.isPending || answer.isSuccess
  return (
    <span className="flex flex-wrap gap-2 print:hidden">
      <Button
        size="small"
        disabled={isBusy}
        aria-label={texts.bookFor(patientName)}
        onClick={() => answer.mutate('accepted')}
      >
        {texts.book}
      </Button>
      <Button
        variant="outline"
        size="small"
        disabled={isBusy}
        aria-label={texts.declinedBy(patientName)}
        onClick={() => answer.mutate('declined')}
      >
        {texts.declined}
      </Button>
    </span>
  )
}
