import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { BroadcastRow } from '#domain/broadcasts/broadcasts.ts'
import { broadcastTexts } from '#domain/texts/broadcasts.ts'
import { TimeText } from '#web/components/date-text.tsx'
import { AlertDialog } from '#web/components/ui/alert-dialog.tsx'
import { Badge } from '#web/components/ui/badge.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Card, CardTitle } from '#web/components/ui/card.tsx'
import { toast } from '#web/components/ui/toast.ts'
import { callFunction } from '#web/lib/fetch/api.ts'
import { describeRefusal } from '#web/lib/fetch/refusals.ts'
import { broadcastsQuery } from './queries.ts'
import { withheldText } from './withheld-text.ts'

const texts = broadcastTexts.list

/** The newest messages to many, with results, and a button that stops one that is being sent. */
export function BroadcastList({ slug, rows }: { slug: string; rows: readonly BroadcastRow[] }) {
  const id = useId()
  const [stopping, setStopping] = useState<BroadcastRow | null>(null)
  const queryClient = useQueryClient()
  const stop = useMutation({
    mutationFn: (broadcastId: string) => callFunction('stop-broadcast', { broadcastId }),
    onSuccess: () => toast.success(texts.stopped),
    onError: (error) => toast.error(texts.stopFailed, describeRefusal(error)),
    onSettled: () => {
      setStopping(null)
      return queryClient.invalidateQueries(broadcastsQuery(slug))
    },
  })
  return (
    <Card role="region" aria-labelledby={id}>
      <CardTitle id={id}>{texts.title}</CardTitle>
      {rows.length === 0 ? (
        <p className="mt-3 text-muted">{texts.none}</p>
      ) : (
        <ul className="mt-2 divide-y divide-line">
          {rows.map((row) => (
            <li key={row.id} className="py-3">
              <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
                <p className="min-w-0 font-semibold break-words">{nameOf(row)}</p>
                <Badge>{texts.statuses[row.status]}</Badge>
              </div>
              <p className="mt-1 text-form break-words text-muted">
                {broadcastTexts.channels[row.channel]} · {row.to} · {texts.by(row.author)} ·{' '}
                <TimeText value={row.createdAt} />
              </p>
              <p className="mt-1 text-form">{resultOf(row)}</p>
              {row.status === 'sending' && (
                <Button
                  variant="outline"
                  size="small"
                  className="mt-2"
                  aria-label={texts.stopThis(nameOf(row))}
                  onClick={() => setStopping(row)}
                >
                  {texts.stop}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      <AlertDialog
        open={stopping !== null}
        onOpenChange={(open) => !open && setStopping(null)}
        title={texts.stopTitle}
        consequence={texts.stopText(stopping?.waiting ?? 0)}
        safeLabel={texts.keep}
        actionLabel={texts.stop}
        isBusy={stop.isPending}
        onAction={() => stopping && stop.mutate(stopping.id)}
      />
    </Card>
  )
}

const nameOf = ({ subject, body }: BroadcastRow) =>
  subject || (body.length > 80 ? `${body.slice(0, 79)}…` : body)

const counts = ['sent', 'waiting', 'left', 'bounced', 'gone', 'complaints', 'unsubscribed'] as const

function resultOf(row: BroadcastRow): string {
  const shown = counts.filter((count) => count === 'sent' || row[count] > 0)
  return [...shown.map((count) => texts.counts[count](row[count])), withheldText(row.withheld)]
    .filter(Boolean)
    .join(', ')
}
