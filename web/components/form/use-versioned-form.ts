import { useCallback, useEffect, useRef, useState } from 'react'
import type { DefaultValues, Path, PathValue, UseFormReturn } from 'react-hook-form'
import type * as z from 'zod/mini'
import { useSchemaForm } from './use-schema-form.ts'

/** Flat values of a versioned record (`domain/versions.ts`). */
export type Versioned = { version: number } & Record<string, string | number | boolean>

export interface VersionedForm<Form extends Versioned> {
  form: UseFormReturn<Form>
  /** After a save elsewhere during editing: names of the fields that both changed; else null. */
  conflict: (keyof Form & string)[] | null
  saved: Form
  /** Takes the stored values; typed values stay and show as a conflict. */
  merge(fresh: Form): void
  settle(values: Form, version: number): void
  discard(): void
}

/**
 * A form over a record that others may save meanwhile (docs/decisions/0041). It takes their values at once, except for
 * edited fields.
 *
 * @param stored the record as last read
 */
export function useVersionedForm<Form extends Versioned>(
  schema: z.ZodMiniType<Form, Form>,
  stored: Form,
): VersionedForm<Form> {
  const form = useSchemaForm<Form>(schema, stored as DefaultValues<Form>)
  const [conflict, setConflict] = useState<(keyof Form & string)[] | null>(null)
  const saved = useRef(stored)
  const { reset, setValue, getValues } = form

  const merge = useCallback(
    (fresh: Form) => {
      const before = saved.current
      const mine = getValues()
      const names = Object.keys(fresh).filter((name) => name !== 'version') as (keyof Form & string)[]
      const edited = names.filter((name) => mine[name] !== before[name])
      saved.current = fresh
      reset(fresh as unknown as Form)
      for (const name of edited) {
        setValue(name as unknown as Path<Form>, mine[name] as PathValue<Form, Path<Form>>, {
          shouldDirty: true,
          shouldTouch: true,
        })
      }
      const differing = edited.filter((name) => mine[name] !== fresh[name])
      // a draft may be older than the record read here: it is unknown who changed a field
      const isDraft = mine.version !== before.version
      setConflict(
        differing.length === 0 ? null : differing.filter((name) => isDraft || before[name] !== fresh[name]),
      )
    },
    [reset, setValue, getValues],
  )

  useEffect(() => {
    const known = saved.current
    // an answer older than the form's own save
    if (stored === known || stored.version < known.version) return
    if (stored.version > known.version) return merge(stored)
    const mine = getValues()
    if (Object.keys(known).some((name) => mine[name] !== known[name])) return
    saved.current = stored
    reset(stored)
  }, [stored, merge, getValues, reset])

  return {
    form,
    conflict,
    saved: saved.current,
    merge,
    settle(values, version) {
      saved.current = { ...values, version }
      reset(saved.current)
      setConflict(null)
    },
    discard() {
      reset(saved.current)
      setConflict(null)
    },
  }
}
