import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { SavedVersion } from '#domain/versions.ts'
import { ApiError } from '#web/lib/fetch/api-error.ts'
import { describeRefusal, refusalCode } from '#web/lib/fetch/refusals.ts'
import { serverNow } from '#web/lib/page/clock.ts'
import { toast } from '../ui/toast.ts'
import { showFieldErrors } from './use-plain-form.ts'
import type { Versioned, VersionedForm } from './use-versioned-form.ts'

/**
 * Saves a versioned form. A conflict loads the stored values into the form; other failures show as field errors or a
 * toast.
 *
 * @param options.queryKey of the record's query, read again after the save
 * @param options.read reads the stored record
 */
export function useVersionedSave<Form extends Versioned>(
  versioned: VersionedForm<Form>,
  options: {
    queryKey: QueryKey
    read(): Promise<Form>
    store(values: Form): Promise<SavedVersion>
    /** absent: the save state beside the buttons is enough */
    onSaved?(): void
    failed: { title: string; detail: string }
  },
): { save(values: Form): Promise<void>; savedAt: Date | null } {
  const queryClient = useQueryClient()
  const [savedAt, setSavedAt] = useState<Date | null>(null)
  const { title, detail } = options.failed

  async function takeOver(): Promise<void> {
    try {
      versioned.merge(await options.read())
    } catch (error) {
      toast.error(title, describeRefusal(error, detail))
    }
  }

  async function save(values: Form): Promise<void> {
    try {
      const { version } = await options.store(values)
      versioned.settle(values, version)
      setSavedAt(serverNow())
      options.onSaved?.()
      void queryClient.invalidateQueries({ queryKey: options.queryKey })
    } catch (error) {
      if (refusalCode(error) === 'changed_elsewhere') return takeOver()
      const isOnItsField = error instanceof ApiError && showFieldErrors(versioned.form, error.fields)
      if (!isOnItsField) toast.error(title, describeRefusal(error, detail))
    }
  }

  return { save, savedAt }
}
