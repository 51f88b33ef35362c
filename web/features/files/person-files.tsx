import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { fileTexts } from '#domain/texts/files.ts'
import { FileUpload } from '#web/components/documents/file-upload.tsx'
import { useFirstRows } from '#web/components/first-rows.tsx'
import { SectionCard } from '#web/components/page/section-card.tsx'
import { ReadRows } from '#web/components/read-rows.tsx'
import { RowAction } from '#web/components/row-action.tsx'
import { AlertDialog } from '#web/components/ui/alert-dialog.tsx'
import { toast } from '#web/components/ui/toast.ts'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { useCan } from '#web/lib/clinic/use-can.ts'
import { useFileLinks } from '#web/lib/files/file-links.ts'
import { FileName } from './file-name.tsx'
import { patientFilesQuery, type TeamFile } from './queries.ts'
import { useFileActions } from './use-file-actions.ts'

const texts = fileTexts.list
const shownAtFirst = 5

/** A patient's files at the clinic, newest first. Each is visible to the team only, until it is shared. */
export function PersonFiles({
  patientId,
  name,
  clinic,
}: {
  patientId: string
  name: string
  clinic: Clinic
}) {
  const may = useCan()
  const queryClient = useQueryClient()
  const query = patientFilesQuery(clinic.subdomain, patientId)
  const files = useQuery(query)
  const { share, remove } = useFileActions(clinic.subdomain, patientId)
  const [asked, setAsked] = useState<{ file: TeamFile; about: 'share' | 'remove' } | null>(null)
  const rows = useFirstRows(files.data, shownAtFirst)
  const links = useFileLinks(rows.shown?.map(({ id }) => id) ?? [])
  const close = () => setAsked(null)
  const isBusy = share.isPending || remove.isPending

  return (
    <SectionCard title={texts.title} note={texts.lead(name)}>
      <ReadRows
        read={files}
        of={rows}
        texts={texts}
        row={(file) => (
          <li
            key={file.id}
            className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1 py-3 text-form first:pt-0 last:pb-0"
          >
            <FileName
              file={file}
              url={links.get(file.id)}
              note={file.sharedAt ? `${file.uploadedBy} · ${texts.isShared(name)}` : file.uploadedBy}
            />
            {may('files:write') && (
              <FileButtons
                file={file}
                name={name}
                isBusy={isBusy}
                onShare={() => setAsked({ file, about: 'share' })}
                onUnshare={() => share.mutate({ file, isShared: false })}
                onRemove={() => setAsked({ file, about: 'remove' })}
              />
            )}
          </li>
        )}
      />
      {may('files:write') && (
        <div className="mt-5">
          <FileUpload
            kind="person_file"
            patientId={patientId}
            onUploaded={(file) => {
              toast.success(fileTexts.upload.done(file.name))
              void queryClient.invalidateQueries(query)
            }}
          />
        </div>
      )}
      <AlertDialog
        open={asked !== null}
        onOpenChange={(isOpen) => isBusy || isOpen || close()}
        {...(asked?.about === 'share'
          ? { ...texts.shareAsk(asked.file.name, name), actionVariant: 'primary' as const }
          : texts.removeAsk(asked?.file.name ?? ''))}
        isBusy={isBusy}
        onAction={() => {
          if (!asked || isBusy) return
          const { file, about } = asked
          if (about === 'share') share.mutate({ file, isShared: true }, { onSettled: close })
          else remove.mutate(file, { onSettled: close })
        }}
      />
    </SectionCard>
  )
}

function FileButtons({
  file,
  name,
  isBusy,
  onShare,
  onUnshare,
  onRemove,
}: {
  file: TeamFile
  name: string
  isBusy: boolean
  onShare(): void
  onUnshare(): void
  onRemove(): void
}) {
  const { share, unshare, shareOf, unshareOf } = texts
  return (
    <span className="-mr-2 ml-auto flex flex-none gap-1">
      <RowAction
        label={file.sharedAt ? unshare : share}
        name={(file.sharedAt ? unshareOf : shareOf)(file.name, name)}
        isBusy={isBusy}
        onAct={file.sharedAt ? onUnshare : onShare}
      />
      <RowAction label={texts.remove} name={texts.removeOf(file.name)} isBusy={isBusy} onAct={onRemove} />
    </span>
  )
}
