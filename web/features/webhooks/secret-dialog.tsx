import { webhookTexts } from '#domain/texts/webhooks.ts'
import { CopyButton } from '#web/components/copy-button.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Dialog, DialogActions, DialogContent } from '#web/components/ui/dialog.tsx'

const texts = webhookTexts.secret

/** Shows a new secret once. A press beside the dialog does not close it, because the secret would be lost. */
export default function SecretDialog({
  secret,
  isNew,
  onClose,
}: {
  secret: string
  /** Of a new endpoint; false: there is a former secret. */
  isNew: boolean
  onClose(): void
}) {
  return (
    <Dialog open onOpenChange={(open) => open || onClose()}>
      <DialogContent
        title={texts.title}
        description={texts.lead}
        onInteractOutside={(event) => event.preventDefault()}
      >
        <code className="block rounded-control bg-sunken p-3 text-form [overflow-wrap:anywhere]">
          {secret}
        </code>
        {!isNew && <p className="mt-3 text-form text-muted">{texts.both}</p>}
        <DialogActions>
          <Button variant="outline" onClick={onClose}>
            {texts.done}
          </Button>
          <CopyButton variant="primary" value={secret}>
            {texts.copy}
          </CopyButton>
        </DialogActions>
      </DialogContent>
    </Dialog>
  )
}
