import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { type RefObject, useEffect, useRef } from 'react'
import {
  type DefaultValues,
  type FieldErrors,
  type FieldValues,
  get,
  type Path,
  type Resolver,
  type ResolverResult,
  set,
  type UseFormReturn,
  useForm,
} from 'react-hook-form'
import type * as z from 'zod/mini'
import type { FieldError } from '#domain/errors.ts'
import { failureTexts } from '#domain/texts/failures.ts'
import { focusFirstError } from './focus-first-error.ts'

type Schema<Form extends FieldValues> = z.ZodMiniType<Form, Form>

/** A form's schema, or a function that loads it when a field is focused. */
export type FormRules<Form extends FieldValues> = Schema<Form> | (() => Promise<Schema<Form>>)

/**
 * A form with a schema of domain/, without drafts or session, for visitors. Defaults are complete, so that fields are
 * controlled from the start. Errors appear on blur, unless the press of a button causes it, and update while typing; a
 * failed submit focuses `FormErrorSummary`, in forms without one the first field with an error.
 */
export function usePlainForm<Form extends FieldValues>(
  rules: FormRules<Form>,
  defaultValues: DefaultValues<Form>,
): UseFormReturn<Form> {
  useEffect(() => {
    if (typeof rules !== 'function') return
    // a failure is reported when the form is validated
    const load = () => void rules().catch(() => {})
    document.addEventListener('focusin', load, { once: true })
    return () => document.removeEventListener('focusin', load)
  }, [rules])
  const validate: Resolver<Form, unknown, Form> =
    typeof rules === 'function' ? loadedResolver(rules) : standardSchemaResolver(rules)
  const form: UseFormReturn<Form> = useForm<Form>({
    resolver: async (values, context, options) => {
      const result = await validate(values, context, options)
      const [name, ...others] = options.names ?? []
      const { isSubmitted, errors } = form.control._formState
      if (name && others.length === 0 && !isSubmitted) dropNewErrors(result, name, errors)
      return result
    },
    defaultValues,
    mode: 'onTouched',
    shouldFocusError: false,
  })
  const sent = useRef<Element>(null)
  if (!prepared.has(form)) {
    prepared.add(form)
    submitOnce(form, sent)
    ignoreBlurByPress(form)
  }
  const { submitCount } = form.formState
  useEffect(() => {
    // effects of children run first: a summary has focus already
    if (submitCount > 0 && sent.current) focusFirstError(sent.current)
  }, [submitCount])
  return form
}

const prepared = new WeakSet<object>()

/** The error of a field that the pointer leaves for a button would move the button before the press ends. */
function ignoreBlurByPress<Form extends FieldValues>(form: UseFormReturn<Form>): void {
  const { register } = form
  form.register = (...field) => {
    const registration = register(...field)
    const onBlur: typeof registration.onBlur = async (event) => {
      if (!document.querySelector('button:active')) await registration.onBlur(event)
    }
    return { ...registration, onBlur }
  }
}

/** A double event would validate and submit the form twice: the library only reports that it is submitting. */
function submitOnce<Form extends FieldValues>(
  form: UseFormReturn<Form>,
  sent: RefObject<Element | null>,
): void {
  const { handleSubmit } = form
  let isRunning = false
  form.handleSubmit = (...handlers) => {
    const submit = handleSubmit(...handlers)
    return async (event) => {
      event?.preventDefault?.()
      if (isRunning) return
      isRunning = true
      sent.current = event?.currentTarget instanceof Element ? event.currentTarget : null
      await submit(event).finally(() => {
        isRunning = false
      })
    }
  }
}

/** A row that is added or removed validates the whole list: rows that the user has not filled in yet show no error. */
function dropNewErrors<Form extends FieldValues>(
  result: ResolverResult<Form>,
  list: string,
  shown: FieldErrors<Form>,
): void {
  const rows: unknown = get(result.errors, list)
  if (!Array.isArray(rows)) return
  const remaining = rows.map((row: object | undefined, index) => {
    const isShown = ([field]: [string, unknown]) => get(shown, `${list}.${index}.${field}`) !== undefined
    const fields = Object.entries(row ?? {}).filter(isShown)
    return fields.length > 0 ? Object.fromEntries(fields) : undefined
  })
  set(result.errors, list, remaining.some(Boolean) ? remaining : undefined)
}

function loadedResolver<Form extends FieldValues>(
  rules: () => Promise<Schema<Form>>,
): Resolver<Form, unknown, Form> {
  return async (...form) => {
    const schema = await rules().catch(() => null)
    if (schema) return standardSchemaResolver<Form, unknown, Form>(schema)(...form)
    const errors = { root: { type: 'unreachable', message: failureTexts.unavailable } }
    return { values: {}, errors: errors as FieldErrors<Form> }
  }
}

/** Sets the server's field errors on the form and focuses the first. @returns true if each matched a field */
export function showFieldErrors<Form extends FieldValues>(
  form: UseFormReturn<Form>,
  fields: FieldError[],
): boolean {
  const known = fields.filter(({ path }) => form.getValues(path as Path<Form>) !== undefined)
  for (const [at, { path, message }] of known.entries()) {
    form.setError(path as Path<Form>, { type: 'server', message }, { shouldFocus: at === 0 })
  }
  return fields.length > 0 && known.length === fields.length
}
