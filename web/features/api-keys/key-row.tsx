import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { type ApiKey, isOver } from '#domain/api-keys/api-keys.ts'
import { shortDay } from '#domain/appointments/visit-time.ts'
import { apiKeyTexts as texts } from '#domain/texts/api-keys.ts'
import { dateIn } from '#domain/values/zones.ts'
import { AlertDialog } from '#web/components/ui/alert-dialog.tsx'
import { Badge } from '#web/components/ui/badge.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { toast } from '#web/components/ui/toast.ts'
import { callFunction } from '#web/lib/fetch/api.ts'
import { describeRefusal } from '#web/lib/fetch/refusals.ts'
import { serverNow } from '#web/lib/page/clock.ts'

export function KeyRow({
  apiKey,
  timeZone,
  onDone,
}: {
  apiKey: ApiKey
  timeZone: string
  onDone(): Promise<void>
}) {
  const { id, name, resources, hasSecret, createdAt, endsOn, lastUsedOn } = apiKey
  const [isAsking, setAsking] = useState(false)
  const revoke = useMutation({
    mutationFn: () => callFunction('revoke-api-key', { id }),
    onSuccess: () => {
      setAsking(false)
      toast.success(texts.revoked)
    },
    onError: (error) => toast.error(texts.failed, describeRefusal(error)),
    onSettled: onDone,
  })
  const hasEnded = isOver(apiKey, dateIn(serverNow(), timeZone))
  const ends = endsOn && (hasEnded ? texts.over : texts.ends)(shortDay(endsOn))
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <div className="min-w-0 flex-1 basis-56 text-form">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="min-w-0 font-semibold break-words">{name}</span>
          <Badge tone="neutral">{texts.methodOf[hasSecret ? 'secret' : 'key_pair']}</Badge>
          {hasEnded && <Badge tone="warning">{texts.overBadge}</Badge>}
        </p>
        <p className="break-words text-muted">{resources.join(', ')}</p>
        <p className="text-note text-muted">
          {[
            texts.created(shortDay(dateIn(new Date(createdAt), timeZone))),
            lastUsedOn ? texts.used(shortDay(lastUsedOn)) : texts.unused,
            ends,
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </div>
      <Button
        variant="quiet"
        size="small"
        aria-label={texts.revokeLabel(name)}
        onClick={() => setAsking(true)}
      >
        {texts.revoke}
      </Button>
      {isAsking && (
        <AlertDialog
          open
          onOpenChange={(open) => open || revoke.isPending || setAsking(false)}
          title={texts.revokeTitle(name)}
          consequence={texts.revokeText}
          safeLabel={texts.keep}
          actionLabel={texts.revoke}
          isBusy={revoke.isPending}
          onAction={() => revoke.mutate()}
        />
      )}
    </li>
  )
}
