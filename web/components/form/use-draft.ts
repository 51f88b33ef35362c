import { useEffect } from 'react'
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { openForm, takeDraft } from '#web/lib/offline/drafts.ts'
import { sessionKeeper } from '#web/lib/session/session-keeper.ts'

/** Lets a form's unsaved values survive a reload, and a sign-in in another way. @param name its fields' names */
export function useDraft<Form extends FieldValues>(form: UseFormReturn<Form>, name: string): void {
  // read here so that it is up to date below: the form's state is a subscription
  const { isDirty } = form.formState

  useEffect(
    () => openForm({ name, isDirty: () => isDirty, values: () => changedValues(form) }),
    [form, name, isDirty],
  )

  useEffect(() => {
    // after the effects of the form's owner, which may fill it first
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
 * Only what was typed: the rest is read anew. With the version that it was typed on top of, so that a save since then shows
 * as a conflict (`useVersionedForm`).
 */
function changedValues<Form extends FieldValues>(form: UseFormReturn<Form>): Record<string, unknown> {
  const before: Record<string, unknown> = form.formState.defaultValues ?? {}
  return Object.fromEntries(
    Object.entries(form.getValues()).filter(
      ([name, value]) => name === 'version' || JSON.stringify(value) !== JSON.stringify(before[name]),
    ),
  )
}
