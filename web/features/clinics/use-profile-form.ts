import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { DefaultValues, FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'
import { clinicTexts } from '#domain/texts/clinics.ts'
import { useUnsaved } from '#web/components/form/unsaved-guard.tsx'
import { showFieldErrors } from '#web/components/form/use-plain-form.ts'
import { useSchemaForm } from '#web/components/form/use-schema-form.ts'
import { toast } from '#web/components/ui/toast.ts'
import { clinicQuery } from '#web/lib/clinic/clinic-query.ts'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { savingVisits, WentBack } from '#web/lib/clinic/visit-questions.ts'
import { callFunction } from '#web/lib/fetch/api.ts'
import { ApiError } from '#web/lib/fetch/api-error.ts'
import { clinicKey } from '#web/lib/fetch/query-client.ts'
import { describeRefusal } from '#web/lib/fetch/refusals.ts'
import { serverNow } from '#web/lib/page/clock.ts'
import type { ProfilePart } from './profile-form.ts'

export interface ProfileForm<Form extends FieldValues> {
  form: UseFormReturn<Form>
  savedAt: Date | null
  isSaving: boolean
  save(values: Form): Promise<void>
}

/** A form for a part of the clinic's profile. It saves its own fields, so that pages do not overwrite each other. */
export function useProfileForm<Form extends FieldValues>(
  clinic: Clinic,
  part: ProfilePart<Form>,
  onMoved?: (subdomain: string) => void,
): ProfileForm<Form> {
  const form = useSchemaForm<Form>(part.rules, part.from(clinic) as DefaultValues<Form>)
  const { isDirty } = form.formState
  useUnsaved(isDirty)
  const [savedAt, setSavedAt] = useState<Date | null>(null)
  const saving = useSaveProfile(clinic)

  // after a save elsewhere: shown unless this form is being edited
  useEffect(() => {
    if (!isDirty) form.reset(part.from(clinic))
  }, [clinic, part, isDirty, form])

  async function save(values: Form): Promise<void> {
    try {
      const saved = await saving.mutateAsync(values)
      form.reset(values)
      setSavedAt(serverNow())
      if (saved.clinic.subdomain !== clinic.subdomain) onMoved?.(saved.clinic.subdomain)
    } catch (error) {
      if (error instanceof WentBack) return
      const isOnItsField = error instanceof ApiError && showFieldErrors(form, error.fields)
      if (error instanceof ApiError && error.code.startsWith('subdomain_')) {
        form.setError(
          'subdomain' as FieldPath<Form>,
          { type: 'server', message: error.message },
          { shouldFocus: true },
        )
      } else if (!isOnItsField) toast.error(clinicTexts.profile.failed, describeRefusal(error))
    }
  }

  return { form, savedAt, isSaving: saving.isPending, save }
}

function useSaveProfile(clinic: Clinic) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (profile: FieldValues) =>
      savingVisits((confirmed) => callFunction('update-clinic-profile', { ...profile, ...confirmed })),
    onSuccess: async ({ clinic: saved }) => {
      if (saved.subdomain !== clinic.subdomain) return
      queryClient.setQueryData(
        clinicQuery(clinic.subdomain).queryKey,
        (known) => known && { ...known, ...saved },
      )
      await queryClient.invalidateQueries({ queryKey: clinicKey(clinic.subdomain) })
    },
  })
}
