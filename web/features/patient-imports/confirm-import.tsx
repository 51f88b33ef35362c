import { useState } from 'react'
import { chosenRows } from '#domain/patient-imports/chosen-rows.ts'
import {
  type ConfirmedImport,
  countRows,
  type DryRun,
  type RowChoice,
} from '#domain/patient-imports/patient-imports.ts'
import { patientImportTexts } from '#domain/texts/patient-imports.ts'
import { AlertDialog } from '#web/components/ui/alert-dialog.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Card, CardNote, CardTitle } from '#web/components/ui/card.tsx'
import { Checkbox } from '#web/components/ui/checkbox.tsx'
import { Notice } from '#web/components/ui/notice.tsx'

const texts = patientImportTexts.confirm

export function ConfirmImport({
  run,
  choices,
  holders,
  isBusy,
  failure,
  onImport,
}: {
  run: DryRun
  choices: ReadonlyMap<number, RowChoice>
  holders: ReadonlySet<number>
  isBusy: boolean
  failure: string | null
  onImport(confirmed: ConfirmedImport): void
}) {
  const [invites, setInvites] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const { added, filled } = countRows(run.rows, choices)
  const chosen = { choices: [...choices.values()], holders: [...holders] }
  const invited = chosenRows(run, { ...chosen, invites: true }).filter(({ isInvited }) => isInvited).length
  const sendsMail = invites && invited > 0
  const label = added > 0 ? texts.button(added) : texts.fill(filled)
  return (
    <Card>
      <CardTitle>{texts.heading}</CardTitle>
      {run.rows.some(({ firstCharge }) => firstCharge) && (
        <>
          <CardNote>{patientImportTexts.dryRun.consent}</CardNote>
          <CardNote>{patientImportTexts.dryRun.later}</CardNote>
        </>
      )}
      <CardNote>{texts.undo}</CardNote>
      {invited > 0 && (
        <>
          <label htmlFor="import-invites" className="mt-5 flex cursor-pointer gap-3">
            <Checkbox
              id="import-invites"
              className="mt-0.5 flex-none"
              checked={invites}
              aria-describedby="import-invites-hint"
              onChange={(event) => setInvites(event.target.checked)}
            />
            <span>{texts.invites}</span>
          </label>
          <p id="import-invites-hint" className="mt-1 pl-8 text-note text-muted">
            {texts.invitesHint(invited)}
          </p>
        </>
      )}
      <Button className="mt-5" aria-disabled={isBusy || undefined} onClick={() => isBusy || setAsking(true)}>
        {label}
      </Button>
      <AlertDialog
        open={isAsking}
        onOpenChange={(isOpen) => isBusy || setAsking(isOpen)}
        title={added > 0 ? texts.title(added) : texts.fillTitle(filled)}
        consequence={`${sendsMail ? texts.withMail(invited) : texts.withoutMail} ${texts.undo}`}
        safeLabel={texts.cancel}
        actionLabel={isBusy ? texts.busy : label}
        actionVariant="primary"
        isBusy={isBusy}
        onAction={() => isBusy || onImport({ ...chosen, invites: sendsMail })}
      >
        {failure && <Notice tone="danger">{failure}</Notice>}
      </AlertDialog>
    </Card>
  )
}
