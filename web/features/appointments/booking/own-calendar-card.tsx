import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { schedulingPageTexts } from '#domain/texts/scheduling.ts'
import { formatDate } from '#domain/values/dates.ts'
import { CopyButton } from '#web/components/copy-button.tsx'
import { ErrorState } from '#web/components/error-state.tsx'
import { Field } from '#web/components/form/field.tsx'
import { AlertDialog } from '#web/components/ui/alert-dialog.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Card, CardNote, CardTitle } from '#web/components/ui/card.tsx'
import { Input } from '#web/components/ui/input.tsx'
import { toast } from '#web/components/ui/toast.ts'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { callFunction } from '#web/lib/fetch/api.ts'
import { clinicKey } from '#web/lib/fetch/query-client.ts'
import { describeRefusal } from '#web/lib/fetch/refusals.ts'

const texts = schedulingPageTexts.ownCalendar

function ownCalendarQuery(slug: string) {
  return queryOptions({
    queryKey: clinicKey(slug, 'appointments', 'own-calendar'),
    queryFn: () => callFunction('own-calendar'),
  })
}

/**
 * Creates, replaces and ends a provider's private calendar URL, which is shown once. Nothing for users who see no
 * patients.
 */
export function OwnCalendarCard({ clinic }: { clinic: Clinic }) {
  const slug = clinic.subdomain
  const queryClient = useQueryClient()
  const calendar = useQuery(ownCalendarQuery(slug))
  const [asking, setAsking] = useState<'replace' | 'revoke' | null>(null)
  const onSettled = () => queryClient.invalidateQueries({ queryKey: ownCalendarQuery(slug).queryKey })
  const onError = (error: Error) => toast.error(texts.saveFailed, describeRefusal(error))
  const make = useMutation({
    mutationFn: () => callFunction('make-calendar-address'),
    onSuccess: () => setAsking(null),
    onError,
    onSettled,
  })
  const revoke = useMutation({
    mutationFn: () => callFunction('revoke-calendar-address'),
    onSuccess: () => {
      make.reset()
      setAsking(null)
      toast.success(texts.revoked)
    },
    onError,
    onSettled,
  })
  if (calendar.isError) return <ErrorState title={texts.failed} onRetry={() => void calendar.refetch()} />
  // the cards below appear together with it
  if (calendar.isPending) return <span hidden aria-busy="true" />
  if (!calendar.data.isProvider) return null
  const { createdAt, hasNames } = calendar.data
  const isBusy = make.isPending || revoke.isPending
  return (
    <Card>
      <CardTitle>{texts.title}</CardTitle>
      <CardNote>
        {texts.lead} {hasNames ? texts.names : texts.noNames}
      </CardNote>
      {make.data && (
        <div className="mt-5">
          <Field label={texts.address} hint={texts.once}>
            {(control) => (
              <Input
                {...control}
                readOnly
                value={make.data.address}
                onFocus={(event) => event.target.select()}
              />
            )}
          </Field>
          <CopyButton className="mt-3" value={make.data.address}>
            {texts.copy}
          </CopyButton>
        </div>
      )}
      <p className="mt-5 text-form">
        {createdAt ? texts.madeOn(formatDate(createdAt, clinic.time_zone)) : texts.none}
      </p>
      <div className="mt-3 flex flex-wrap gap-3">
        <Button
          variant="outline"
          disabled={isBusy}
          onClick={() => (createdAt ? setAsking('replace') : make.mutate())}
        >
          {createdAt ? texts.replace : texts.make}
        </Button>
        {createdAt && (
          <Button variant="quiet" disabled={isBusy} onClick={() => setAsking('revoke')}>
            {texts.revoke}
          </Button>
        )}
      </div>
      {asking && (
        <AlertDialog
          open
          onOpenChange={(open) => open || isBusy || setAsking(null)}
          title={asking === 'replace' ? texts.replaceTitle : texts.revokeTitle}
          consequence={asking === 'replace' ? texts.replaceText : texts.revokeText}
          safeLabel={texts.keep}
          actionLabel={asking === 'replace' ? texts.replace : texts.revoke}
          isBusy={isBusy}
          onAction={() => (asking === 'replace' ? make.mutate() : revoke.mutate())}
        />
      )}
    </Card>
  )
}
