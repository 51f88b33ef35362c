import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { type DefaultValues, type FieldValues, type Path, type UseFormReturn, useForm } from 'react-hook-form'
import type * as z from 'zod/mini'
import type { FieldError } from '#domain/errors.ts'

/**
 * A form on one of the schemas of domain/: complaints appear when a field is left, and are corrected while typing.
 *
 * Defaults are complete, so that a field is controlled from the start. Focus after a failed try goes to the summary
 * (`FormErrorSummary`), not to the first field.
 */
export function useSchemaForm<Form extends FieldValues>(
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

/** Puts the server's complaints on their fields. @returns whether every one of them found its field */
export function showFieldErrors<Form extends FieldValues>(
  form: UseFormReturn<Form>,
  fields: FieldError[],
): boolean {
  const known = fields.filter(({ path }) => form.getValues(path as Path<Form>) !== undefined)
  for (const { path, message } of known) form.setError(path as Path<Form>, { type: 'server', message })
  return fields.length > 0 && known.length === fields.length
}
