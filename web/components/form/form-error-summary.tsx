import { useEffect, useRef } from 'react'
import type { FieldError, FieldErrors, FieldValues } from 'react-hook-form'
import { shellTexts } from '#domain/texts/shell.ts'
import { Notice } from '../ui/notice.tsx'
import { summaryMark } from './focus-first-error.ts'

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
  const problems = problemsIn(errors)
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
    <div ref={summary} tabIndex={-1} {...{ [summaryMark]: '' }}>
      <Notice tone="danger" title={shellTexts.formProblems(problems.length)}>
        <ul className="mt-1 list-disc space-y-1 pl-4">
          {problems.map((error, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two parts can have the same problem
            <li key={`${at} ${error.message}`}>
              <button
                type="button"
                className="text-left align-top underline underline-offset-2"
                onClick={() => focusField(error)}
              >
                {error.message}
              </button>
            </li>
          ))}
        </ul>
      </Notice>
    </div>
  )
}

/** Errors with a text, also of the parts of a list. */
function problemsIn(errors: object): FieldError[] {
  return Object.values(errors).flatMap((error: unknown) => {
    if (typeof error !== 'object' || error === null) return []
    // of a group these are its fields, which have no text
    const { type, message } = error as { type?: unknown; message?: unknown }
    if (typeof type !== 'string' && typeof message !== 'string') return problemsIn(error)
    return message ? [error as FieldError] : []
  })
}

/** Scrolls to the middle, because a bar of buttons may cover a field at the window's edge. */
function focusField({ ref, message }: FieldError): void {
  // of a group of choices, an object that focuses one
  const field = ref && 'focus' in ref && typeof ref.focus === 'function' ? ref : controlWithError(message)
  field?.focus?.({ preventScroll: true })
  document.activeElement?.scrollIntoView({ block: 'center' })
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
