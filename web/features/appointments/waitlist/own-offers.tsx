import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { longDate, visitClock, visitSpan, visitWhen } from '#domain/appointments/visit-time.ts'
import { ownWaitlistTexts } from '#domain/texts/waitlist.ts'
import { dateIn } from '#domain/values/zones.ts'
import { Button } from '#web/components/ui/button.tsx'
import { Card, CardTitle } from '#web/components/ui/card.tsx'
import { toast } from '#web/components/ui/toast.ts'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { callFunction } from '#web/lib/fetch/api.ts'
import { clinicKey } from '#web/lib/fetch/query-client.ts'
import { describeRefusal } from '#web/lib/fetch/refusals.ts'
import { serverNow } from '#web/lib/page/clock.ts'
import { ownVisitsQuery } from '../booking/own-queries.ts'
import { providersQuery, visitTypesQuery } from '../booking/queries.ts'
import { ownWaitlistQuery, type WaitlistOffer } from './waitlist-queries.ts'

const texts = ownWaitlistTexts.offer
const becameTexts = { visit: texts.taken, moved: texts.takenMoved, request: texts.takenRequest }

/** Times offered to a patient from the waitlist, to accept or decline; nothing without one. */
export function OwnOffers({ clinic }: { clinic: Clinic }) {
  const slug = clinic.subdomain
  const today = dateIn(serverNow(), clinic.time_zone)
  const waitlist = useQuery(ownWaitlistQuery(slug, today))
  if (!waitlist.data?.offers.length) return null
  return (
    <div className="space-y-4">
      {waitlist.data.offers.map((offer) => (
        <OfferCard
          key={offer.id}
          offer={offer}
          slug={slug}
          replacesId={waitlist.data.entries.find(({ id }) => id === offer.entryId)?.appointmentId ?? null}
        />
      ))}
    </div>
  )
}

function OfferCard({
  offer,
  slug,
  replacesId,
}: {
  offer: WaitlistOffer
  slug: string
  replacesId: string | null
}) {
  const queryClient = useQueryClient()
  const types = useQuery(visitTypesQuery(slug))
  const providers = useQuery(providersQuery(slug))
  const visits = useQuery(ownVisitsQuery(slug))
  const provider = providers.data?.find(({ id }) => id === offer.providerId)
  const replaces = visits.data?.find(({ id }) => id === replacesId)
  const { timeZone } = offer
  const onSettled = () =>
    Promise.all(
      ['waitlist', 'appointments'].map((topic) =>
        queryClient.invalidateQueries({ queryKey: clinicKey(slug, topic) }),
      ),
    )
  const accept = useMutation({
    mutationFn: () => callFunction('accept-offer', { offerId: offer.id }),
    onSuccess: ({ became }) => toast.success(becameTexts[became]),
    onError: (error) => toast.error(texts.failed, describeRefusal(error)),
    onSettled,
  })
  const decline = useMutation({
    mutationFn: () => callFunction('decline-offer', { offerId: offer.id }),
    onSuccess: () => toast.success(texts.declined),
    onError: (error) => toast.error(texts.failed, describeRefusal(error)),
    onSettled,
  })
  const isBusy = accept.isPending || decline.isPending
  return (
    <Card role="region" aria-label={texts.title} fold>
      <CardTitle>{texts.title}</CardTitle>
      <p className="mt-4 font-display text-h3 font-medium">
        <time dateTime={offer.startsAt}>{longDate(dateIn(new Date(offer.startsAt), timeZone))}</time>
      </p>
      <p className="text-lead tabular-nums">{visitSpan(offer)}</p>
      <p className="mt-2">
        {types.data?.find(({ key }) => key === offer.type)?.name}
        {provider && ` ${texts.with(provider.name)}`}
      </p>
      {replaces && <p className="mt-2">{texts.replaces(visitWhen(replaces))}</p>}
      <p className="mt-2 text-muted">{texts.kept(visitClock({ startsAt: offer.expiresAt, timeZone }))}</p>
      <div className="mt-5 flex flex-wrap gap-3">
        <Button disabled={isBusy} onClick={() => accept.mutate()}>
          {accept.isPending ? texts.busy : texts.take}
        </Button>
        <Button variant="outline" disabled={isBusy} onClick={() => decline.mutate()}>
          {texts.decline}
        </Button>
      </div>
    </Card>
  )
}
