import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { visitWhen } from '#domain/appointments/visit-time.ts'
import { ownWaitlistTexts } from '#domain/texts/waitlist.ts'
import { dateIn } from '#domain/values/zones.ts'
import { ErrorState } from '#web/components/error-state.tsx'
import { AlertDialog } from '#web/components/ui/alert-dialog.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Card, CardTitle } from '#web/components/ui/card.tsx'
import { drawnLate } from '#web/components/ui/layers/late-layer.tsx'
import { toast } from '#web/components/ui/toast.ts'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { callFunction } from '#web/lib/fetch/api.ts'
import { clinicKey } from '#web/lib/fetch/query-client.ts'
import { describeRefusal } from '#web/lib/fetch/refusals.ts'
import { serverNow } from '#web/lib/page/clock.ts'
import type { OwnVisit } from '../booking/own-queries.ts'
import type { Provider, VisitType } from '../booking/queries.ts'
import { ownWaitlistQuery, type WaitlistEntry } from './waitlist-queries.ts'
import { describeWish } from './waitlist-wish.ts'

const JoinWaitlistDialog = drawnLate(() => import('./join-waitlist-dialog.tsx'))

const texts = ownWaitlistTexts

/** A patient's waitlist requests, and the form for a new one. @param ahead their future visits */
export function OwnWaitlist({
  clinic,
  types,
  providers,
  ahead,
}: {
  clinic: Clinic
  types: readonly VisitType[]
  providers: readonly Provider[]
  ahead: readonly OwnVisit[]
}) {
  const slug = clinic.subdomain
  const today = dateIn(serverNow(), clinic.time_zone)
  const waitlist = useQuery(ownWaitlistQuery(slug, today))
  const [editing, setEditing] = useState<WaitlistEntry | 'new' | null>(null)
  const [leaving, setLeaving] = useState<WaitlistEntry | null>(null)
  const queryClient = useQueryClient()
  const leave = useMutation({
    mutationFn: (entryId: string) => callFunction('leave-waitlist', { entryId }),
    onSuccess: () => {
      toast.success(texts.left)
      setLeaving(null)
    },
    onError: (error) => toast.error(texts.saveFailed, describeRefusal(error)),
    onSettled: () => queryClient.invalidateQueries({ queryKey: clinicKey(slug, 'waitlist') }),
  })
  const bookable = types.filter(({ isActive, patientsBook }) => isActive && patientsBook !== 'no')
  const typeName = (key: string) => types.find((each) => each.key === key)?.name ?? key
  const entries = waitlist.data?.entries ?? []
  return (
    <Card role="region" aria-label={texts.title}>
      <CardTitle>{texts.title}</CardTitle>
      <p className="mt-2 text-muted">{texts.lead}</p>
      {waitlist.isError && !waitlist.data && (
        <div className="mt-4">
          <ErrorState title={texts.failed} onRetry={() => void waitlist.refetch()} />
        </div>
      )}
      {entries.length > 0 && (
        <ul className="mt-3 divide-y divide-line">
          {entries.map((entry) => {
            const provider = providers.find(({ id }) => id === entry.providerId)
            const replaces = ahead.find(({ id }) => id === entry.appointmentId)
            const type = typeName(entry.type)
            return (
              <li key={entry.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
                <span className="min-w-0 flex-1 basis-56">
                  <span className="block font-semibold">{type}</span>
                  <span className="block text-form text-muted">
                    {!provider
                      ? texts.anyProvider
                      : provider.isActive
                        ? texts.with(provider.name)
                        : texts.providerGone(provider.name)}
                  </span>
                  <span className="block text-form text-muted">{describeWish(entry)}</span>
                  {replaces && (
                    <span className="block text-form text-muted">
                      {texts.earlierThan(visitWhen(replaces))}
                    </span>
                  )}
                </span>
                <Button
                  variant="outline"
                  size="small"
                  aria-label={texts.changeOf(type)}
                  onClick={() => setEditing(entry)}
                >
                  {texts.change}
                </Button>
                <Button
                  variant="quiet"
                  size="small"
                  aria-label={texts.leaveOf(type)}
                  onClick={() => setLeaving(entry)}
                >
                  {texts.leave}
                </Button>
              </li>
            )
          })}
        </ul>
      )}
      {bookable.some(({ key }) => !entries.some(({ type }) => type === key)) && waitlist.data && (
        <Button variant="outline" className="mt-4" onClick={() => setEditing('new')}>
          {texts.join}
        </Button>
      )}
      {editing && (
        <JoinWaitlistDialog
          slug={slug}
          today={today}
          types={bookable}
          providers={providers}
          ahead={ahead}
          entry={editing === 'new' ? null : editing}
          onClose={() => setEditing(null)}
        />
      )}
      {leaving && (
        <AlertDialog
          open
          onOpenChange={(open) => open || leave.isPending || setLeaving(null)}
          title={texts.leaveDialog.title}
          consequence={texts.leaveDialog.text}
          safeLabel={texts.leaveDialog.keep}
          actionLabel={texts.leaveDialog.action}
          isBusy={leave.isPending}
          onAction={() => leave.mutate(leaving.id)}
        />
      )}
    </Card>
  )
}
