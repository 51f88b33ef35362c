import { sizeText } from '#domain/files/files.ts'
import { evidenceKinds } from '#domain/invoices/disputes.ts'
import { clinicInvoiceTexts } from '#domain/texts/clinic-invoices.ts'
import { useFileLinks } from '#web/lib/files/file-links.ts'
import type { Dispute } from './queries.ts'

const texts = clinicInvoiceTexts.disputes

export function SentAnswer({ dispute: { evidence, files = [] } }: { dispute: Dispute }) {
  const links = useFileLinks(files.map(({ file_id }) => file_id))
  return (
    <>
      <p className="break-words whitespace-pre-wrap">{evidence}</p>
      {files.length > 0 && (
        <>
          <h3 className="mt-4 font-semibold">{texts.sentFiles}</h3>
          <ul className="mt-1 grid gap-1">
            {files.map((file) => (
              <li key={file.file_id} className="break-words">
                <FileName name={file.name} url={links.get(file.file_id)} />
                <span className="text-note text-muted"> · {noteOf(file)}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}

function FileName({ name, url }: { name: string; url: string | undefined }) {
  if (!url) return name
  return (
    <a href={url} download={name} className="link">
      {name}
    </a>
  )
}

function noteOf({ size_bytes, evidence_of }: NonNullable<Dispute['files']>[number]): string {
  const kind = evidenceKinds.find((each) => each === evidence_of)
  return [kind && texts.fileKinds[kind], sizeText(size_bytes)].filter(Boolean).join(' · ')
}
