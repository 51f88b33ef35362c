import type { DefaultValues, FieldValues, UseFormReturn } from 'react-hook-form'
import { useDraft } from './use-draft.ts'
import { type FormRules, usePlainForm } from './use-plain-form.ts'

export { showFieldErrors } from './use-plain-form.ts'

/** A `usePlainForm` whose unsaved values survive a reload. */
export function useSchemaForm<Form extends FieldValues>(
  rules: FormRules<Form>,
  defaultValues: DefaultValues<Form>,
): UseFormReturn<Form> {
  const form = usePlainForm<Form>(rules, defaultValues)
  useDraft(form, Object.keys(defaultValues).sort().join())
  return form
}
