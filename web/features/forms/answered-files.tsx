import type { ReactNode } from 'react'
import { isShownInline, sizeText } from '#domain/files/files.ts'
import type { AnsweredFile } from '#domain/forms/forms.ts'
import { fileTexts } from '#domain/texts/files.ts'
import { cn } from '#web/components/ui/class-names.ts'
import { useFileLinks } from '#web/lib/files/file-links.ts'

/** The files of a question, with links for readers who may open them. @param children a control for each */
export function AnsweredFiles({
  label,
  files,
  children,
}: {
  label: string
  files: readonly AnsweredFile[]
  children?(file: AnsweredFile): ReactNode
}) {
  const links = useFileLinks(files.map(({ id }) => id))
  return (
    <ul aria-label={label} className="space-y-2">
      {files.map((file) => (
        <li
          key={file.id}
          className={cn(
            'flex min-h-11 items-center gap-2 rounded-control border border-line bg-surface py-0.5 pl-3 text-form',
            children ? 'pr-1' : 'pr-3',
          )}
        >
          <span className="min-w-0 flex-1 break-words">
            <FileLink file={file} url={links.get(file.id)} />
          </span>
          <span className="flex-none text-note text-muted tabular-nums">{sizeText(file.sizeBytes)}</span>
          {children?.(file)}
        </li>
      ))}
    </ul>
  )
}

/** Shows a picture and downloads another file. */
function FileLink({ file: { name, mediaType }, url }: { file: AnsweredFile; url: string | undefined }) {
  if (!url) return name
  if (!isShownInline(mediaType))
    return (
      <a href={url} download={name} className="link">
        {name}
      </a>
    )
  return (
    <a href={url} target="_blank" rel="noreferrer" className="link">
      {name}
      <span className="sr-only"> ({fileTexts.list.newTab})</span>
    </a>
  )
}
