import { isShownInline, sizeText } from '#domain/files/files.ts'
import { fileTexts } from '#domain/texts/files.ts'
import { TimeText } from '#web/components/date-text.tsx'
import type { PatientFile } from './queries.ts'

/**
 * A file's name, which shows a picture or downloads another file; below it size and date.
 *
 * @param url undefined while loading: the name is plain text then
 * @param note further text
 * @param timeZone the clinic's, for patients, as beside their visits; by default the page's
 */
export function FileName({
  file: { name, mediaType, sizeBytes, createdAt },
  url,
  note,
  timeZone,
}: {
  file: PatientFile
  url: string | undefined
  note?: string | null
  timeZone?: string
}) {
  return (
    <div className="min-w-0">
      {url === undefined ? (
        <span className="font-semibold break-words">{name}</span>
      ) : mediaType && isShownInline(mediaType) ? (
        <a href={url} target="_blank" rel="noreferrer" className="link font-semibold break-words">
          {name}
          <span className="sr-only"> ({fileTexts.list.newTab})</span>
        </a>
      ) : (
        <a href={url} download={name} className="link font-semibold break-words">
          {name}
        </a>
      )}
      <p className="text-note text-muted">
        {sizeText(sizeBytes)} · <TimeText value={createdAt} {...(timeZone && { timeZone })} />
        {note && ` · ${note}`}
      </p>
    </div>
  )
}
