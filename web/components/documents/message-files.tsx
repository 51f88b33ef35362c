import { Download, FileText } from 'lucide-react'
import { isShownInline, sizeText } from '#domain/files/files.ts'
import { messageTexts } from '#domain/texts/messages.ts'
import type { MessageFile } from './message-file.ts'

const texts = messageTexts.thread

/** Attachments of a message: pictures are shown, other files are downloaded. @param links by file id */
export function MessageFiles({
  files,
  links,
}: {
  files: readonly MessageFile[]
  links: ReadonlyMap<string, string>
}) {
  if (files.length === 0) return null
  return (
    <ul className="mt-2 space-y-2">
      {files.map((file) => (
        <li key={file.id}>
          {isShownInline(file.mediaType) ? (
            <Picture file={file} url={links.get(file.id)} />
          ) : (
            <Document file={file} url={links.get(file.id)} />
          )}
        </li>
      ))}
    </ul>
  )
}

/** Reserves its final size, so that nothing moves when it loads. */
function Picture({ file: { name, width, height }, url }: { file: MessageFile; url: string | undefined }) {
  const ratio = { aspectRatio: `${width ?? 4} / ${height ?? 3}`, width: 'min(100%, 20rem)' }
  if (!url) return <span className="skeleton block rounded-control" style={ratio} />
  return (
    <a href={url} target="_blank" rel="noreferrer" className="block rounded-control">
      <img
        src={url}
        alt={texts.image(name)}
        style={ratio}
        className="block max-h-80 rounded-control border border-line bg-surface object-contain"
      />
    </a>
  )
}

function Document({ file: { name, sizeBytes }, url }: { file: MessageFile; url: string | undefined }) {
  const inside = (
    <>
      <FileText aria-hidden className="size-5 flex-none text-muted" />
      <span className="min-w-0 flex-1">
        <span className="block break-words">
          <span className="sr-only">{texts.download} </span>
          {name}
        </span>
        <span className="block text-note text-muted">{sizeText(sizeBytes)}</span>
      </span>
      <Download aria-hidden className="size-4 flex-none text-muted" />
    </>
  )
  const box =
    'flex min-h-11 items-center gap-3 rounded-control border border-line bg-surface px-3 py-2 text-form'
  return url ? (
    <a href={url} download={name} className={`${box} hover:bg-sunken`}>
      {inside}
    </a>
  ) : (
    <span className={box}>{inside}</span>
  )
}
