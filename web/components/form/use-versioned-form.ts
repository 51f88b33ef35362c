import { useCallback, useEffect, useRef, useState } from 'react'
import type { DefaultValues, Path, PathValue, UseFormReturn } from 'react-hook-form'
import type * as z from 'zod/mini'
import { useSchemaForm } from './use-schema-form.ts'

/** Flat values of a record that counts its saves (`domain/versions.ts`). */
export type Versioned = { version: number } & Record<string, string | number | boolean>

export interface VersionedForm<Form extends Versioned> {
  form: UseFormReturn<Form>
  /** Something else was saved while this form was edited: the names of the fields that both changed; else null. */
  conflict: (keyof Form & string)[] | null
  /** The record as it is stored, as far as the form knows. */
  saved: Form
  /** Takes over what is stored; typed values stay and show as a conflict. */
  merge(fresh: Form): void
  /** After a save of its own. */
  settle(values: Form, version: number): void
  /** Drops what was typed. */
  discard(): void
}

/**
 * A form over a record that another tab, or somebody else, may save meanwhile (docs/decisions/0041). It takes such a save
 * over at once, except for the fields being edited.
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
      // a draft may be older than what this form has read: then nothing tells which of the two changed a field
      const isDraft = mine.version !== before.version
      setConflict(
        differing.length === 0 ? null : differing.filter((name) => isDraft || before[name] !== fresh[name]),
      )
    },
    [reset, setValue, getValues],
  )

  useEffect(() => {
    const known = saved.current
    // an answer that left before our own save says nothing new
    if (stored === known || stored.version < known.version) return
    if (stored.version > known.version) return merge(stored)
    // the same save, as the server writes it
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
