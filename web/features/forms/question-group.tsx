import { type ReactNode, useId } from 'react'
import type { FormField } from '#domain/forms/forms.ts'
import { shellTexts } from '#domain/texts/shell.ts'
import { FieldError } from '#web/components/form/field.tsx'

/** The frame of a question with several controls. */
export function QuestionGroup({
  field: { label, hint, isRequired },
  error,
  children,
}: {
  field: FormField
  error: string | undefined
  children: ReactNode
}) {
  const id = useId()
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <fieldset aria-describedby={describedBy || undefined}>
      <legend className="mb-1.5 font-semibold break-words whitespace-pre-line">
        {label}
        {!isRequired && <span className="ml-1.5 font-normal text-muted">{shellTexts.optional}</span>}
      </legend>
      {hint && (
        <p id={`${id}-hint`} className="mb-1.5 text-note text-muted">
          {hint}
        </p>
      )}
      {children}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </fieldset>
  )
}
