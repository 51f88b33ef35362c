import type { LucideIcon } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import type { ContentFileKind } from '#domain/content/body.ts'
import { contentTexts } from '#domain/texts/content.ts'
import { FileUpload } from '#web/components/documents/file-upload.tsx'
import { FieldError } from '#web/components/form/field.tsx'
import { Button } from '#web/components/ui/button.tsx'

const texts = contentTexts.editor.fields

/** Uploads, shows and removes one file of content. @param children renders the file */
export function FileField({
  label,
  hint,
  error,
  kind,
  fileId,
  onChange,
  children,
}: {
  label: string
  hint?: string
  error?: string | undefined
  kind: ContentFileKind
  fileId: string | null
  onChange(fileId: string | null): void
  children: ReactNode
}) {
  const id = useId()
  return (
    <fieldset className="min-w-0" aria-describedby={error && `${id}-error`}>
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
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </fieldset>
  )
}

export function NamedFile({ icon: Icon, children }: { icon: LucideIcon; children: string }) {
  return (
    <p className="flex items-center gap-2 rounded-control border border-line px-4 py-3">
      <Icon aria-hidden className="size-5 text-primary" />
      {children}
    </p>
  )
}
