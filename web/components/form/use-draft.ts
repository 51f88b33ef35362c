import { useEffect } from 'react'
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { openForm, takeDraft } from '#web/lib/offline/drafts.ts'
import { sessionKeeper } from '#web/lib/session/session-keeper.ts'

/** Restores a form's unsaved values after a reload or another sign-in. @param name names of its fields */
export function useDraft<Form extends FieldValues>(form: UseFormReturn<Form>, name: string): void {
  // read here to subscribe to the form's state
  const { isDirty } = form.formState

  useEffect(
    () => openForm({ name, isDirty: () => isDirty, values: () => changedValues(form) }),
    [form, name, isDirty],
  )

  useEffect(() => {
    // after the owner's effects, which may fill the form first
    const timer = setTimeout(() => {
      const owner = sessionKeeper.current().session?.user.id
      const draft = owner ? takeDraft(owner, location.pathname, name) : null
      for (const [field, value] of Object.entries(draft ?? {})) {
        form.setValue(field as Path<Form>, value as never, { shouldDirty: true })
      }
    }, 0)
    return () => clearTimeout(timer)
  }, [form, name])
}

/**
 * Changed values only; the rest is read again. Includes the version they are based on, so that a later save shows as a
 * conflict (`useVersionedForm`).
 */
function changedValues<Form extends FieldValues>(form: UseFormReturn<Form>): Record<string, unknown> {
  const before: Record<string, unknown> = form.formState.defaultValues ?? {}
  return Object.fromEntries(
    Object.entries(form.getValues()).filter(
      ([name, value]) => name === 'version' || JSON.stringify(value) !== JSON.stringify(before[name]),
    ),
  )
}
