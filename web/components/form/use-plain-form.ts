import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { type DefaultValues, type FieldValues, type Path, type UseFormReturn, useForm } from 'react-hook-form'
import type * as z from 'zod/mini'
import type { FieldError } from '#domain/errors.ts'

/**
 * A form with a schema of domain/, for visitors: it keeps no draft, and needs nothing of the session.
 *
 * Defaults are complete, so that fields are controlled from the start. Errors appear on blur and update while typing. After
 * a failed submit, focus goes to the summary (`FormErrorSummary`), not to the first field.
 */
export function usePlainForm<Form extends FieldValues>(
  schema: z.ZodMiniType<Form, Form>,
  defaultValues: DefaultValues<Form>,
): UseFormReturn<Form> {
  return useForm<Form>({
    resolver: standardSchemaResolver(schema),
    defaultValues,
    mode: 'onTouched',
    shouldFocusError: false,
  })
}

/** Sets the server's field errors on the form. @returns whether every one of them matched a field */
export function showFieldErrors<Form extends FieldValues>(
  form: UseFormReturn<Form>,
  fields: FieldError[],
): boolean {
  const known = fields.filter(({ path }) => form.getValues(path as Path<Form>) !== undefined)
  for (const { path, message } of known) form.setError(path as Path<Form>, { type: 'server', message })
  return fields.length > 0 && known.length === fields.length
}
