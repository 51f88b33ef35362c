import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Hourglass } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { shortDay, visitClock } from '#domain/appointments/visit-time.ts'
import { personPath } from '#domain/paths.ts'
import { appointmentTexts } from '#domain/texts/appointments.ts'
import { teamWaitlistTexts as texts } from '#domain/texts/waitlist.ts'
import { dateIn } from '#domain/values/zones.ts'
import { EmptyState } from '#web/components/empty-state.tsx'
import { ErrorState } from '#web/components/error-state.tsx'
import { AlertDialog } from '#web/components/ui/alert-dialog.tsx'
import { Badge } from '#web/components/ui/badge.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Card } from '#web/components/ui/card.tsx'
import { drawnLate } from '#web/components/ui/layers/late-layer.tsx'
import { Loading, Skeleton } from '#web/components/ui/skeleton.tsx'
import { toast } from '#web/components/ui/toast.ts'
import { withClinic } from '#web/lib/clinic/clinic-address.ts'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { useCan } from '#web/lib/clinic/use-can.ts'
import { callFunction } from '#web/lib/fetch/api.ts'
import { clinicKey } from '#web/lib/fetch/query-client.ts'
import { describeRefusal } from '#web/lib/fetch/refusals.ts'
import { serverNow } from '#web/lib/page/clock.ts'
import { providersQuery, visitTypesQuery } from '../booking/queries.ts'
import { visitCallsQuery } from '../calls/call-queries.ts'
import { OfferAnswer, offerCallText } from './offer-call.tsx'
import { teamWaitlistQuery, type WaitlistEntry } from './waitlist-queries.ts'
import { describeWish } from './waitlist-wish.ts'

const AddToWaitlistDialog = drawnLate(() => import('./add-to-waitlist-dialog.tsx'))

export function TeamWaitlist({ clinic }: { clinic: Clinic }) {
  const { subdomain: slug, time_zone: zone } = clinic
  const may = useCan()
  const today = dateIn(serverNow(), zone)
  const waitlist = useQuery(teamWaitlistQuery(slug, today))
  const types = useQuery(visitTypesQuery(slug))
  const providers = useQuery(providersQuery(slug))
  const calls = useQuery(visitCallsQuery(slug))
  const [isAdding, setAdding] = useState(false)
  const [removing, setRemoving] = useState<WaitlistEntry | null>(null)
  const queryClient = useQueryClient()
  const remove = useMutation({
    mutationFn: (entry: WaitlistEntry) => callFunction('remove-from-waitlist', { entryId: entry.id }),
    onSuccess: (_answer, { patientName }) => {
      toast.success(texts.removed(patientName))
      setRemoving(null)
    },
    onError: (error) => toast.error(texts.removeFailed, describeRefusal(error)),
    onSettled: () => queryClient.invalidateQueries({ queryKey: clinicKey(slug, 'appointments') }),
  })
  const reads = [waitlist, types, providers]
  if (reads.some(({ isPending }) => isPending))
    return (
      <Loading>
        <Skeleton className="h-40 rounded-card" />
      </Loading>
    )
  if (!waitlist.data || !types.data || !providers.data)
    return (
      <ErrorState
        title={texts.failed}
        onRetry={() => reads.forEach((read) => void (read.isError && read.refetch()))}
      />
    )
  const { entries, offers } = waitlist.data
  const typeName = (key: string) => types.data.find((each) => each.key === key)?.name ?? key
  const providerOf = (id: string | null) => providers.data.find((each) => each.id === id)
  const addButton = may('appointments:write') && (
    <Button variant="outline" onClick={() => setAdding(true)}>
      {texts.add}
    </Button>
  )
  const addDialog = isAdding && (
    <AddToWaitlistDialog
      clinic={clinic}
      types={types.data}
      providers={providers.data}
      onClose={() => setAdding(false)}
    />
  )
  if (entries.length === 0 && offers.length === 0)
    return (
      <>
        <EmptyState icon={Hourglass} title={texts.noneTitle} action={addButton}>
          {texts.none}
        </EmptyState>
        {addDialog}
      </>
    )
  return (
    <div className="space-y-4">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <p className="max-w-160 text-muted">{texts.lead}</p>
        {addButton}
      </div>
      <Card className="py-0">
        <ol className="divide-y divide-line">
          {entries.map((entry) => {
            const offer = offers.find(({ entryId }) => entryId === entry.id)
            const call = calls.data?.offers.find(({ offerId }) => offerId === offer?.id)
            const at = offer && dateIn(new Date(offer.startsAt), zone)
            return (
              <li key={entry.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3.5">
                <span className="min-w-0 flex-1 basis-56">
                  <Link
                    to={withClinic(personPath(entry.patientId))}
                    className="font-semibold break-words hover:underline"
                  >
                    {entry.patientName}
                  </Link>
                  <span className="block text-form text-muted">
                    {typeName(entry.type)}, {providerOf(entry.providerId)?.name ?? texts.anyProvider},{' '}
                    {texts.since(shortDay(dateIn(new Date(entry.createdAt), zone)))}
                  </span>
                  <span className="block text-form text-muted">{describeWish(entry)}</span>
                  {providerOf(entry.providerId)?.isActive === false && (
                    <span className="block text-form">
                      {texts.providerGone(providerOf(entry.providerId)?.name ?? '')}
                    </span>
                  )}
                  {call && <span className="block text-form font-semibold">{offerCallText(call)}</span>}
                  {offer && at && !call && (
                    <span className="block text-form">
                      {texts.offered(
                        appointmentTexts.when(
                          shortDay(at),
                          visitClock({ startsAt: offer.startsAt, timeZone: zone }),
                        ),
                      )}{' '}
                      {texts.until(visitClock({ startsAt: offer.expiresAt, timeZone: zone }))}
                    </span>
                  )}
                </span>
                {offer && !call && <Badge tone="tint">{texts.offers}</Badge>}
                {call && <OfferAnswer slug={slug} offer={call} />}
                {may('appointments:write') && (
                  <Button
                    variant="outline"
                    size="small"
                    aria-label={texts.removeOf(entry.patientName)}
                    onClick={() => setRemoving(entry)}
                  >
                    {texts.remove}
                  </Button>
                )}
              </li>
            )
          })}
        </ol>
      </Card>
      {addDialog}
      {removing && (
        <AlertDialog
          open
          onOpenChange={(open) => open || remove.isPending || setRemoving(null)}
          title={texts.removeDialog.title(removing.patientName)}
          consequence={texts.removeDialog.text}
          safeLabel={texts.removeDialog.keep}
          actionLabel={texts.removeDialog.action}
          isBusy={remove.isPending}
          onAction={() => remove.mutate(removing)}
        />
      )}
    </div>
  )
}
