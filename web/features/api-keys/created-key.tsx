import { useState } from 'react'
import type { CreatedApiKey } from '#domain/api-keys/api-keys.ts'
import { tokenPath } from '#domain/fhir/paths.ts'
import { apiKeyTexts } from '#domain/texts/api-keys.ts'
import { CopyButton } from '#web/components/copy-button.tsx'
import { AlertDialog } from '#web/components/ui/alert-dialog.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Dialog, DialogActions, DialogContent } from '#web/components/ui/dialog.tsx'

const texts = apiKeyTexts.result

/** The secret, once: only its own button closes without asking. */
export default function CreatedKey({
  created: { id, secret },
  endpoint,
  onClose,
}: {
  created: CreatedApiKey
  endpoint: string
  onClose(): void
}) {
  const [isAsking, setAsking] = useState(false)
  return (
    <Dialog open onOpenChange={(isOpen) => isOpen || (secret ? setAsking(true) : onClose())}>
      <DialogContent title={texts.title} description={secret ? texts.secretLead : texts.clientLead}>
        <ul className="space-y-4">
          {secret ? (
            <Value label={texts.secret} value={secret} copy={texts.copySecret} />
          ) : (
            <>
              <Value label={texts.clientId} value={id} copy={texts.copyClientId} />
              <Value
                label={texts.tokenEndpoint}
                value={`${endpoint}/${tokenPath}`}
                copy={texts.copyTokenEndpoint}
              />
            </>
          )}
        </ul>
        <DialogActions>
          <Button onClick={onClose}>{secret ? texts.doneSecret : texts.done}</Button>
        </DialogActions>
        <AlertDialog
          open={isAsking}
          onOpenChange={setAsking}
          title={texts.leaveTitle}
          consequence={texts.leaveText}
          safeLabel={texts.stay}
          actionLabel={texts.leave}
          onAction={onClose}
        />
      </DialogContent>
    </Dialog>
  )
}

function Value({ label, value, copy }: { label: string; value: string; copy: string }) {
  return (
    <li>
      <p className="text-note text-muted">{label}</p>
      <code className="block text-form [overflow-wrap:anywhere]">{value}</code>
      <CopyButton className="mt-2" size="small" value={value}>
        {copy}
      </CopyButton>
    </li>
  )
}
