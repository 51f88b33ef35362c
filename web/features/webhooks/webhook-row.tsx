import { Ellipsis, KeyRound, Pause, Pencil, Play, Trash2 } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { webhookTexts as texts } from '#domain/texts/webhooks.ts'
import type { WebhookSecret } from '#domain/webhooks/webhooks.ts'
import { TimeText } from '#web/components/date-text.tsx'
import { AlertDialog } from '#web/components/ui/alert-dialog.tsx'
import { Badge } from '#web/components/ui/badge.tsx'
import { Button } from '#web/components/ui/button.tsx'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '#web/components/ui/dropdown-menu.tsx'
import { Loading, Skeleton } from '#web/components/ui/skeleton.tsx'
import { serverNow } from '#web/lib/page/clock.ts'
import { loadPart } from '#web/lib/page/page-chunks.ts'
import { useWebhookActions, type Webhook } from './queries.ts'

const DeliveryLog = lazy(() => loadPart(() => import('./delivery-log.tsx')))

const questions = { pause: texts.askPause, rotate: texts.askRotate, remove: texts.askRemove }

/** One endpoint with its actions, and its log once it is opened. */
export function WebhookRow({
  slug,
  webhook,
  onEdit,
  onSecret,
}: {
  slug: string
  webhook: Webhook
  onEdit(): void
  onSecret(secret: WebhookSecret): void
}) {
  const { id, url, host, topics, isEnabled } = webhook
  const [asked, ask] = useState<keyof typeof questions | null>(null)
  const [isLogOpen, setLogOpen] = useState(false)
  const { test, flip, rotate, remove } = useWebhookActions(slug, id)
  const close = () => ask(null)
  const acts = {
    pause: () => flip.mutate(false, { onSettled: close }),
    rotate: () => rotate.mutate(undefined, { onSuccess: onSecret, onSettled: close }),
    remove: () => remove.mutate(undefined, { onSettled: close }),
  }
  const isBusy = flip.isPending || rotate.isPending || remove.isPending
  const question = questions[asked ?? 'pause']
  return (
    <li className="py-4">
      <div className="flex flex-wrap items-start gap-x-4 gap-y-3">
        <div className="min-w-0 flex-1 basis-64">
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold">
            <span className="[overflow-wrap:anywhere]">{url}</span>
            <State webhook={webhook} />
          </p>
          <p className="mt-1 text-form text-muted">{topics.map((topic) => texts.topics[topic]).join(', ')}</p>
          <Detail webhook={webhook} />
        </div>
        <div className="flex flex-none flex-wrap items-center gap-2">
          {isEnabled ? (
            <Button
              variant="outline"
              size="small"
              aria-disabled={test.isPending || undefined}
              onClick={() => test.isPending || test.mutate(undefined, { onSuccess: () => setLogOpen(true) })}
            >
              {texts.test}
            </Button>
          ) : (
            <Button
              variant="outline"
              size="small"
              aria-disabled={flip.isPending || undefined}
              onClick={() => flip.isPending || flip.mutate(true)}
            >
              <Play aria-hidden />
              {texts.resume}
            </Button>
          )}
          <Button
            variant="quiet"
            size="small"
            aria-expanded={isLogOpen}
            aria-label={isLogOpen ? texts.log.closeOf(host) : texts.log.openOf(host)}
            onClick={() => setLogOpen(!isLogOpen)}
          >
            {isLogOpen ? texts.log.close : texts.log.open}
          </Button>
          <DropdownMenu>
            <DropdownMenuTrigger asChild>
              <Button variant="quiet" size="icon" aria-label={texts.actionsOf(host)}>
                <Ellipsis aria-hidden />
              </Button>
            </DropdownMenuTrigger>
            <DropdownMenuContent>
              <DropdownMenuItem onSelect={onEdit}>
                <Pencil aria-hidden />
                {texts.edit}
              </DropdownMenuItem>
              <DropdownMenuItem onSelect={() => ask('rotate')}>
                <KeyRound aria-hidden />
                {texts.rotate}
              </DropdownMenuItem>
              {isEnabled && (
                <DropdownMenuItem onSelect={() => ask('pause')}>
                  <Pause aria-hidden />
                  {texts.pause}
                </DropdownMenuItem>
              )}
              <DropdownMenuItem onSelect={() => ask('remove')}>
                <Trash2 aria-hidden />
                {texts.remove}
              </DropdownMenuItem>
            </DropdownMenuContent>
          </DropdownMenu>
        </div>
      </div>
      {isLogOpen && (
        <Suspense
          fallback={
            <Loading>
              <Skeleton className="mt-4 h-24" />
            </Loading>
          }
        >
          <DeliveryLog slug={slug} webhook={webhook} />
        </Suspense>
      )}
      <AlertDialog
        open={asked !== null}
        onOpenChange={(open) => open || isBusy || close()}
        title={question.title}
        consequence={question.consequence}
        safeLabel={question.keep}
        actionLabel={question.action}
        actionVariant={asked === 'rotate' ? 'primary' : 'danger'}
        isBusy={isBusy}
        onAction={() => asked && acts[asked]()}
      />
    </li>
  )
}

function State({ webhook: { isEnabled, failingSince } }: { webhook: Webhook }) {
  if (!isEnabled) return <Badge tone="warning">{texts.state.off}</Badge>
  if (failingSince) return <Badge tone="danger">{texts.state.failing}</Badge>
  return <Badge tone="success">{texts.state.on}</Badge>
}

function Detail({ webhook: { isEnabled, offReason, failingSince, formerUntil } }: { webhook: Webhook }) {
  return (
    <>
      {offReason && <p className="mt-1 text-form">{texts.offReasons[offReason]}</p>}
      {isEnabled && failingSince && (
        <p className="mt-1 text-form">
          {texts.failingSince} <TimeText value={failingSince} />.
        </p>
      )}
      {formerUntil && new Date(formerUntil) > serverNow() && (
        <p className="mt-1 text-form">
          {texts.bothSecrets} <TimeText value={formerUntil} />.
        </p>
      )}
    </>
  )
}
