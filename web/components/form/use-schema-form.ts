import type { DefaultValues, FieldValues, UseFormReturn } from 'react-hook-form'
import type * as z from 'zod/mini'
import { useDraft } from './use-draft.ts'
import { usePlainForm } from './use-plain-form.ts'

// one import for what most forms need
export { showFieldErrors } from './use-plain-form.ts'

/** A form of `usePlainForm` whose unsaved values survive a reload. */
export function useSchemaForm<Form extends FieldValues>(
  schema: z.ZodMiniType<Form, Form>,
  defaultValues: DefaultValues<Form>,
): UseFormReturn<Form> {
  const form = usePlainForm<Form>(schema, defaultValues)
  useDraft(form, Object.keys(defaultValues).sort().join())
  return form
}
