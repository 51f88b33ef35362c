import type { PatientImportView } from '#domain/patient-imports/patient-imports.ts'
import { patientImportTexts } from '#domain/texts/patient-imports.ts'
import { CardTitle } from '#web/components/ui/card.tsx'
import { UndoImport } from './undo-import.tsx'

const texts = patientImportTexts.progress
const undoTexts = patientImportTexts.undo

/** The outcome of a finished import, and of its undo. */
export function ImportResult({
  found,
  subdomain,
  timeZone,
}: {
  found: PatientImportView
  subdomain: string
  timeZone: string
}) {
  const { undone } = found
  if (undone) {
    return (
      <>
        <CardTitle>{undoTexts.doneTitle}</CardTitle>
        <p role="status" className="mt-2">
          {undoTexts.removed(undone.removed)}
        </p>
        <Lines title={undoTexts.stays(undone.stays.length)} lines={undone.stays.map((name) => ({ name }))} />
      </>
    )
  }
  return (
    <>
      <CardTitle>{texts.doneTitle}</CardTitle>
      <p role="status" className="mt-2">
        {texts.added(found.added)} {found.filled > 0 && `${texts.filled(found.filled)} `}
        {found.invited > 0 ? texts.invited(found.invited) : texts.noMail}
      </p>
      <Lines
        title={texts.skipped(found.skipped.length)}
        lines={found.skipped.map(({ name, line, reason }) => ({ name, line, why: texts.reasons[reason] }))}
      />
      <Lines
        title={texts.notInvited(found.notInvited.length)}
        lines={found.notInvited.map(({ name, line, reason }) => ({ name, line, why: texts.reasons[reason] }))}
      />
      {found.undoUntil && (
        <UndoImport
          subdomain={subdomain}
          importId={found.id}
          undoUntil={found.undoUntil}
          timeZone={timeZone}
        />
      )}
    </>
  )
}

function Lines({
  title,
  lines,
}: {
  title: string
  lines: readonly { name: string; line?: number; why?: string }[]
}) {
  if (lines.length === 0) return null
  return (
    <>
      <p className="mt-4">{title}</p>
      <ul className="mt-2 space-y-1">
        {lines.map(({ name, line, why }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list of a finished import never changes
          <li key={at} className="break-words">
            {line === undefined ? name : texts.line(name, line)}
            {why && <span className="text-muted">: {why}</span>}
          </li>
        ))}
      </ul>
    </>
  )
}
