import { useEffect, useRef } from 'react'
import type { FieldError, FieldErrors, FieldValues } from 'react-hook-form'
import { shellTexts } from '#domain/texts/shell.ts'
import { Notice } from '../ui/notice.tsx'

/**
 * Errors of a failed submit, each with a link to its field. Takes focus once per submit.
 *
 * @param submitCount `formState.submitCount`
 */
export function FormErrorSummary<Form extends FieldValues>({
  errors,
  submitCount,
}: {
  errors: FieldErrors<Form>
  submitCount: number
}) {
  const summary = useRef<HTMLDivElement>(null)
  const problems = (Object.values(errors) as (FieldError | undefined)[]).filter((error) => error?.message)
  const hasProblems = problems.length > 0

  const lastTry = useRef(0)

  useEffect(() => {
    // an error that changes while typing does not move focus
    if (submitCount === lastTry.current) return
    lastTry.current = submitCount
    if (hasProblems) summary.current?.focus()
  }, [submitCount, hasProblems])

  if (submitCount === 0 || !hasProblems) return null
  return (
    <div ref={summary} tabIndex={-1}>
      <Notice tone="danger" title={shellTexts.formProblems(problems.length)}>
        <ul className="mt-1 list-disc space-y-1 pl-4">
          {problems.map((error) => (
            <li key={error?.message}>
              <button
                type="button"
                className="text-left align-top underline underline-offset-2"
                onClick={() => focusField(error)}
              >
                {error?.message}
              </button>
            </li>
          ))}
        </ul>
      </Notice>
    </div>
  )
}

function focusField(error: FieldError | undefined): void {
  const field = error?.ref
  if (field && 'focus' in field && typeof field.focus === 'function') field.focus()
  else controlWithError(error?.message)?.focus()
}

/** The control of a field without a registered element. */
function controlWithError(message: string | undefined): HTMLElement | undefined {
  const invalid = document.querySelectorAll<HTMLElement>('[aria-invalid="true"][aria-describedby]')
  return [...invalid].find((control) =>
    control
      .getAttribute('aria-describedby')
      ?.split(' ')
      .some((id) => document.getElementById(id)?.textContent === message),
  )
}
