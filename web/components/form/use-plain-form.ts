import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useEffect } from 'react'
import {
  type DefaultValues,
  type FieldErrors,
  type FieldValues,
  type Path,
  type Resolver,
  type UseFormReturn,
  useForm,
} from 'react-hook-form'
import type * as z from 'zod/mini'
import type { FieldError } from '#domain/errors.ts'
import { errorTexts } from '#domain/texts/errors.ts'

type Schema<Form extends FieldValues> = z.ZodMiniType<Form, Form>

/** The rules of a form: its schema, or how to load it once somebody turns to a field. */
export type FormRules<Form extends FieldValues> = Schema<Form> | (() => Promise<Schema<Form>>)

/**
 * A form with a schema of domain/, for visitors: it keeps no draft, and needs nothing of the session.
 *
 * Defaults are complete, so that fields are controlled from the start. Errors appear on blur and update while typing. After
 * a failed submit, focus goes to the summary (`FormErrorSummary`), not to the first field.
 */
export function usePlainForm<Form extends FieldValues>(
  rules: FormRules<Form>,
  defaultValues: DefaultValues<Form>,
): UseFormReturn<Form> {
  useEffect(() => {
    if (typeof rules !== 'function') return
    // a failure is told when the form is checked
    const load = () => void rules().catch(() => {})
    document.addEventListener('focusin', load, { once: true })
    return () => document.removeEventListener('focusin', load)
  }, [rules])
  return useForm<Form>({
    resolver: typeof rules === 'function' ? loadedResolver(rules) : standardSchemaResolver(rules),
    defaultValues,
    mode: 'onTouched',
    shouldFocusError: false,
  })
}

function loadedResolver<Form extends FieldValues>(
  rules: () => Promise<Schema<Form>>,
): Resolver<Form, unknown, Form> {
  return async (...form) => {
    const schema = await rules().catch(() => null)
    if (schema) return standardSchemaResolver<Form, unknown, Form>(schema)(...form)
    const errors = { root: { type: 'unreachable', message: errorTexts.unavailable } }
    return { values: {}, errors: errors as FieldErrors<Form> }
  }
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
