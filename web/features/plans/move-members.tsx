import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { MovePreview } from '#domain/plans/price-moves.ts'
import { planTexts } from '#domain/texts/plans.ts'
import { dateInText } from '#domain/values/dates.ts'
import { formatMoney } from '#domain/values/money.ts'
import { FailedRead } from '#web/components/failed-read.tsx'
import { SubmitButton } from '#web/components/form/submit-button.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Dialog, DialogActions, DialogContent } from '#web/components/ui/dialog.tsx'
import { Skeleton } from '#web/components/ui/skeleton.tsx'
import { toast } from '#web/components/ui/toast.ts'
import { useClinicSlug } from '#web/lib/clinic/current-clinic.ts'
import { callFunction } from '#web/lib/fetch/api.ts'
import { clinicKey } from '#web/lib/fetch/query-client.ts'
import { useRefreshClinic } from '#web/lib/fetch/refresh-clinic.ts'
import { describeRefusal, refusalCode } from '#web/lib/fetch/refusals.ts'

const texts = planTexts.move

/** Moves members of earlier versions to the current one; shows prices and dates before members are notified. */
export function MoveMembers({ planId }: { planId: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="outline" onClick={() => setOpen(true)}>
        {texts.action}
      </Button>
      <Dialog open={isOpen} onOpenChange={setOpen}>
        <DialogContent title={texts.title} description={texts.lead}>
          {isOpen && <Preview planId={planId} onClose={() => setOpen(false)} />}
        </DialogContent>
      </Dialog>
    </>
  )
}

function Preview({ planId, onClose }: { planId: string; onClose(): void }) {
  const slug = useClinicSlug()
  const refresh = useRefreshClinic()
  const [attempt] = useState(() => crypto.randomUUID() as string)
  const planned = useQuery({
    queryKey: clinicKey(slug, 'move-members', planId),
    queryFn: async () => (await callFunction('move-members', { planId })).preview,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })
  const move = useMutation({
    mutationFn: (count: number) => callFunction('move-members', { planId, agreed: { attempt, count } }),
    onSuccess: async ({ announced }) => {
      await refresh()
      toast.success(texts.done(announced))
      onClose()
    },
    onError: (error) => {
      if (refusalCode(error) === 'plan_changed') void planned.refetch()
      toast.error(texts.failed, describeRefusal(error))
    },
  })
  if (planned.isError) {
    return (
      <FailedRead title={texts.previewFailed} error={planned.error} onRetry={() => void planned.refetch()} />
    )
  }
  if (!planned.data || planned.isFetching) {
    return (
      <p role="status">
        <span className="sr-only">{texts.loading}</span>
        <Skeleton className="h-5 w-full" />
        <Skeleton className="mt-2 h-5 w-3/5" />
      </p>
    )
  }
  const { count, keptCount } = planned.data
  return (
    <>
      {count === 0 ? <p>{texts.nobody}</p> : <Groups preview={planned.data} />}
      {keptCount > 0 && <p className="mt-3 text-form text-muted">{texts.kept(keptCount)}</p>}
      <DialogActions>
        <Button variant="outline" disabled={move.isPending} onClick={onClose}>
          {texts.keep}
        </Button>
        {count > 0 && (
          <SubmitButton
            type="button"
            isBusy={move.isPending}
            busyText={texts.busy}
            onClick={() => move.isPending || move.mutate(count)}
          >
            {texts.submit(count)}
          </SubmitButton>
        )}
      </DialogActions>
    </>
  )
}

function Groups({ preview }: { preview: MovePreview }) {
  const { groups, currency, interval, noticeDays, differenceCents } = preview
  const money = (cents: number) => formatMoney(cents, currency)
  return (
    <>
      <ul className="divide-y divide-line border-y border-line">
        {groups.map(({ versionNumber, members, fromCents, toCents, firstOn, lastOn }) => (
          <li key={versionNumber} className="py-2.5">
            <span className="font-semibold">{texts.group(versionNumber, members)}</span>
            <span className="block text-form">{texts.price(money(fromCents), money(toCents))}</span>
            <span className="block text-note text-muted">
              {firstOn === lastOn
                ? texts.on(dateInText(firstOn))
                : texts.between(dateInText(firstOn), dateInText(lastOn))}
            </span>
          </li>
        ))}
      </ul>
      <p className="mt-3">{texts.difference(money(differenceCents), interval)}</p>
      <p className="mt-1 text-form text-muted">{texts.notice(noticeDays)}</p>
    </>
  )
}
