import { useState } from 'react'
import type { SsoProviderView } from '#domain/single-sign-on/providers.ts'
import { singleSignOnTexts } from '#domain/texts/single-sign-on.ts'
import { AskFirst } from '#web/components/access/ask-first.tsx'
import { AlertDialog } from '#web/components/ui/alert-dialog.tsx'
import { Badge } from '#web/components/ui/badge.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { toast } from '#web/components/ui/toast.ts'
import { describeRefusal } from '#web/lib/fetch/refusals.ts'
import { useSsoProviders } from './queries.ts'

const texts = singleSignOnTexts.settings

export function ProviderRow({ provider, mayChange }: { provider: SsoProviderView; mayChange: boolean }) {
  const { name, isEnabled, domains, entityId, joinsAnyone } = provider
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 py-4">
      <div className="min-w-0 flex-1 basis-64">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold">
          <span className="[overflow-wrap:anywhere]">{name}</span>
          <Badge tone={isEnabled ? 'success' : 'warning'}>{isEnabled ? texts.on : texts.off}</Badge>
        </p>
        <p className="text-form [overflow-wrap:anywhere]">{domains.join(', ')}</p>
        <p className="text-form text-muted">{joinsAnyone ? texts.joinsAnyone : texts.invitedOnly}</p>
        <p className="text-note text-muted [overflow-wrap:anywhere]">{entityId}</p>
      </div>
      {mayChange && (
        <div className="flex flex-none flex-wrap gap-3">
          <PauseButton provider={provider} />
          <RemoveButton provider={provider} />
        </div>
      )}
    </li>
  )
}

function PauseButton({ provider }: { provider: SsoProviderView }) {
  const { id, name, isEnabled } = provider
  const [isAsking, setAsking] = useState(false)
  const { flip } = useSsoProviders()

  function change(): void {
    flip.mutate(
      { id, isEnabled: !isEnabled },
      {
        onSuccess: () => toast.success(isEnabled ? texts.paused(name) : texts.resumed(name)),
        onError: (error) => toast.error(texts.failed, describeRefusal(error)),
        onSettled: () => setAsking(false),
      },
    )
  }

  return (
    <>
      <Button
        variant="outline"
        aria-label={isEnabled ? texts.pauseThis(name) : texts.resumeThis(name)}
        disabled={flip.isPending}
        onClick={() => (isEnabled ? setAsking(true) : change())}
      >
        {isEnabled ? texts.pause : texts.resume}
      </Button>
      <AlertDialog
        open={isAsking}
        onOpenChange={(open) => flip.isPending || setAsking(open)}
        title={texts.askPause.title(name)}
        consequence={texts.askPause.consequence}
        safeLabel={texts.askPause.keep}
        actionLabel={texts.askPause.action}
        isBusy={flip.isPending}
        onAction={change}
      />
    </>
  )
}

function RemoveButton({ provider: { id, name } }: { provider: SsoProviderView }) {
  const { remove } = useSsoProviders()
  return (
    <AskFirst
      label={texts.remove}
      accessibleLabel={texts.removeThis(name)}
      ask={{ ...texts.ask, title: texts.ask.title(name) }}
      isBusy={remove.isPending}
      onAction={(close) =>
        remove.mutate(id, {
          onSuccess: () => toast.success(texts.removed(name)),
          onError: (error) => toast.error(texts.failed, describeRefusal(error)),
          onSettled: close,
        })
      }
    />
  )
}
