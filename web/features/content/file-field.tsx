import type { ReactNode } from 'react'
import type { ContentFileKind } from '#domain/content/body.ts'
import { contentTexts } from '#domain/texts/content.ts'
import { FileUpload } from '#web/components/file-upload.tsx'
import { Button } from '#web/components/ui/button.tsx'

const texts = contentTexts.editor.fields

/** One file of content: uploaded, shown, and taken out again. @param children shows the file that is there */
export function FileField({
  label,
  hint,
  kind,
  fileId,
  onChange,
  children,
}: {
  label: string
  hint?: string
  kind: ContentFileKind
  fileId: string | null
  onChange(fileId: string | null): void
  children: ReactNode
}) {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 font-semibold text-form">{label}</legend>
      {fileId === null ? (
        <FileUpload kind={kind} multiple={false} onUploaded={({ id }) => onChange(id)} />
      ) : (
        <div className="space-y-3">
          {children}
          <Button
            variant="outline"
            size="small"
            aria-label={`${texts.remove}: ${label}`}
            onClick={() => onChange(null)}
          >
            {texts.remove}
          </Button>
        </div>
      )}
      {hint && <p className="mt-1.5 text-note text-muted">{hint}</p>}
    </fieldset>
  )
}
