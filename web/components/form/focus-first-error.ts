/** On the element that `FormErrorSummary` focuses. */
export const summaryMark = 'data-error-summary'

/** Focuses the form's first control with an error, which scrolls it into view, unless its summary has focus. */
export function focusFirstError(form: Element): void {
  if (document.activeElement?.hasAttribute(summaryMark)) return
  form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
}
