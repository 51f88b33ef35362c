import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod/mini'
import { guardianTexts } from '#domain/texts/guardians.ts'
import { Field } from '#web/components/form/field.tsx'
import { SubmitButton } from '#web/components/form/submit-button.tsx'
import { showFieldErrors, useSchemaForm } from '#web/components/form/use-schema-form.ts'
import { Button } from '#web/components/ui/button.tsx'
import { DialogActions } from '#web/components/ui/dialog.tsx'
import { GuardedDialog } from '#web/components/ui/guarded-dialog.tsx'
import { Input } from '#web/components/ui/input.tsx'
import { toast } from '#web/components/ui/toast.ts'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { callFunction } from '#web/lib/fetch/api.ts'
import { ApiError } from '#web/lib/fetch/api-error.ts'
import { useRefreshClinic } from '#web/lib/fetch/refresh-clinic.ts'
import { describeRefusal } from '#web/lib/fetch/refusals.ts'

const texts = guardianTexts.person.ownPortal
const inviteForm = z.object({
  email: z
    .string()
    .check(z.trim(), z.toLowerCase(), z.email(guardianTexts.validation.email), z.maxLength(255)),
})
type InviteForm = z.infer<typeof inviteForm>

export function InviteYoungPerson({
  patientId,
  name,
  clinic,
}: {
  patientId: string
  name: string
  clinic: Clinic
}) {
  const [isOpen, setOpen] = useState(false)
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 border-t border-line pt-4">
      <p className="min-w-0 flex-1 basis-56 text-form break-words">{texts.text(name)}</p>
      <Button variant="outline" size="small" onClick={() => setOpen(true)}>
        {texts.invite}
      </Button>
      <GuardedDialog
        isOpen={isOpen}
        onOpenChange={setOpen}
        title={texts.title}
        description={texts.lead(name)}
      >
        {isOpen && (
          <Address patientId={patientId} name={name} clinic={clinic} onClose={() => setOpen(false)} />
        )}
      </GuardedDialog>
    </div>
  )
}

function Address({
  patientId,
  name,
  clinic,
  onClose,
}: {
  patientId: string
  name: string
  clinic: Clinic
  onClose(): void
}) {
  const form = useSchemaForm<InviteForm>(inviteForm, { email: '' })
  const refresh = useRefreshClinic()
  const invite = useMutation({
    mutationFn: ({ email }: InviteForm) =>
      callFunction('invite-patient', { clinicId: clinic.id, email, name, role: 'patient', patientId }),
    onSuccess: () => {
      toast.success(texts.sent)
      onClose()
    },
    onError: (error) => {
      const isOnItsField = error instanceof ApiError && showFieldErrors(form, error.fields)
      if (!isOnItsField) toast.error(texts.failed, describeRefusal(error))
    },
    onSettled: refresh,
  })
  return (
    <form noValidate onSubmit={form.handleSubmit((values) => invite.mutate(values))}>
      <Field label={texts.email} error={form.formState.errors.email?.message}>
        {(control) => <Input type="email" autoComplete="off" {...control} {...form.register('email')} />}
      </Field>
      <DialogActions onCancel={onClose}>
        <SubmitButton isBusy={invite.isPending} busyText={texts.busy}>
          {texts.submit}
        </SubmitButton>
      </DialogActions>
    </form>
  )
}
