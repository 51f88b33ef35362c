import { Paperclip, X } from 'lucide-react'
import { sizeText, type UploadedFile } from '#domain/files/files.ts'
import { type EvidenceKind, evidenceKinds } from '#domain/invoices/disputes.ts'
import { clinicInvoiceTexts } from '#domain/texts/clinic-invoices.ts'
import { FileUpload } from '#web/components/documents/file-upload.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Select } from '#web/components/ui/select.tsx'
import { toast } from '#web/components/ui/toast.ts'
import { describeRefusal } from '#web/lib/fetch/refusals.ts'
import { dropUpload } from '#web/lib/files/uploads.ts'

const texts = clinicInvoiceTexts.disputes

export interface ChosenFile extends UploadedFile {
  kind: EvidenceKind
}

/** Files of an answer that was not sent yet: one per kind, removable until then. */
export function EvidenceFiles({
  patientId,
  files,
  disabled,
  onChange,
  onBusyChange,
}: {
  patientId: string
  files: ChosenFile[]
  disabled: boolean
  /** Receives an update function, so that simultaneous uploads are not lost. */
  onChange(change: (files: ChosenFile[]) => ChosenFile[]): void
  onBusyChange(isBusy: boolean): void
}) {
  const remove = (file: ChosenFile) => {
    onChange((present) => present.filter(({ id }) => id !== file.id))
    dropUpload(file).catch((error: unknown) => toast.error(texts.removeFailed, describeRefusal(error)))
  }
  const isFull = files.length >= evidenceKinds.length
  return (
    <fieldset className="mt-4 min-w-0" disabled={disabled}>
      <legend className="font-semibold">{texts.files}</legend>
      <p className="mt-1 mb-2 text-form text-muted">{texts.filesHint}</p>
      {files.length > 0 && (
        <ul aria-label={texts.files} className="mb-3 space-y-2">
          {files.map((file) => (
            <li key={file.id} className="min-w-0 rounded-control border border-line p-3">
              <div className="flex items-center gap-2">
                <Paperclip aria-hidden className="size-4 flex-none text-muted" />
                <span className="min-w-0 truncate">{file.name}</span>
                <span className="flex-none text-note text-muted">{sizeText(file.sizeBytes)}</span>
                <Button
                  variant="quiet"
                  size="icon"
                  className="ml-auto flex-none"
                  aria-label={texts.removeFile(file.name)}
                  onClick={() => remove(file)}
                >
                  <X aria-hidden />
                </Button>
              </div>
              <Select
                aria-label={texts.fileKind(file.name)}
                value={file.kind}
                onChange={({ target }) =>
                  onChange((present) =>
                    present.map((each) =>
                      each.id === file.id ? { ...each, kind: target.value as EvidenceKind } : each,
                    ),
                  )
                }
              >
                {freeKinds(files, file).map((kind) => (
                  <option key={kind} value={kind}>
                    {texts.fileKinds[kind]}
                  </option>
                ))}
              </Select>
            </li>
          ))}
        </ul>
      )}
      {isFull ? (
        <p className="text-form text-muted">{texts.filesFull}</p>
      ) : (
        <FileUpload
          compact
          showsHint
          kind="dispute_evidence"
          patientId={patientId}
          onUploaded={(file) => onChange((present) => withFile(present, file))}
          onBusyChange={onBusyChange}
        />
      )}
    </fieldset>
  )
}

/** Adds a file as the first free kind; files beyond the bank's limit are dropped, and the server removes them later. */
function withFile(files: ChosenFile[], file: UploadedFile): ChosenFile[] {
  const [kind] = freeKinds(files)
  return kind ? [...files, { ...file, kind }] : files
}

function freeKinds(files: ChosenFile[], file?: ChosenFile): EvidenceKind[] {
  const taken = files.filter(({ id }) => id !== file?.id).map(({ kind }) => kind)
  return evidenceKinds.filter((kind) => !taken.includes(kind))
}
