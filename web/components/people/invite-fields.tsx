import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type InviteForm, inviteForm } from '#domain/invitations/invitations.ts'
import { membershipFor } from '#domain/team/team.ts'
import { invitationTexts } from '#domain/texts/invitations.ts'
import { teamTexts } from '#domain/texts/team.ts'
import { Field } from '#web/components/form/field.tsx'
import { SubmitButton } from '#web/components/form/submit-button.tsx'
import { showFieldErrors } from '#web/components/form/use-plain-form.ts'
import { useSchemaForm } from '#web/components/form/use-schema-form.ts'
import { DialogActions } from '#web/components/ui/dialog.tsx'
import { Input } from '#web/components/ui/input.tsx'
import { Select } from '#web/components/ui/select.tsx'
import { toast } from '#web/components/ui/toast.ts'
import { describeSent } from '#web/lib/clinic/describe-sent.ts'
import { callFunction } from '#web/lib/fetch/api.ts'
import { ApiError } from '#web/lib/fetch/api-error.ts'
import { useRefreshClinic } from '#web/lib/fetch/refresh-clinic.ts'
import { refusalSentence } from '#web/lib/fetch/refusals.ts'

const texts = invitationTexts.dialog
const { accessHints } = teamTexts
const roleHints = { ...accessHints, staff: accessHints.member, patient: texts.patientHint }

/** In the order of the dialog. */
export type InvitedRole = keyof typeof texts.roles

export interface InviteFieldsProps {
  clinicId: string | undefined
  /** the roles to choose from; the first is chosen at first */
  roles: readonly [InvitedRole, ...InvitedRole[]]
  redirectPath: string
  /** an existing patient without an account, who gets it */
  patient?: { id: string; name: string; email: string }
  /** a warning before a patient is invited */
  hint?(typed: { name: string; email: string }): ReactNode
}

export default function InviteFields({
  clinicId,
  roles,
  redirectPath,
  patient,
  hint,
  onClose,
}: InviteFieldsProps & { onClose(): void }) {
  const form = useSchemaForm<InviteForm>(inviteForm, {
    email: patient?.email ?? '',
    name: patient?.name ?? '',
    role: roles[0],
  })
  const { register, formState, handleSubmit } = form
  const refresh = useRefreshClinic()
  const role = form.watch('role')
  const [name = '', email = ''] = form.watch(['name', 'email'])

  const invite = useMutation({
    mutationFn: (values: InviteForm) => {
      if (!clinicId) throw new ApiError('clinic_missing', 400, texts.noClinic)
      return callFunction('invite-patient', {
        clinicId,
        email: values.email,
        ...(values.role === 'read-only' || values.role === 'billing'
          ? membershipFor(values.role)
          : { role: values.role }),
        // the record has its name
        ...(patient ? { patientId: patient.id } : { name: values.name }),
        redirectUrl: `${location.origin}${redirectPath}`,
      })
    },
    onSuccess: ({ invitation }, { email }) => {
      toast.success(texts.sent(email), describeSent(invitation))
      onClose()
    },
    onError: (error) => {
      const isOnItsField = error instanceof ApiError && showFieldErrors(form, error.fields)
      if (!isOnItsField) toast.error(inviteFailure(error))
    },
    onSettled: () => void refresh(),
  })

  return (
    <form noValidate onSubmit={handleSubmit((values) => invite.mutateAsync(values).catch(() => undefined))}>
      <div className="space-y-5">
        <Field label={texts.email} error={formState.errors.email?.message}>
          {(control) => (
            <Input
              autoFocus
              type="email"
              inputMode="email"
              autoComplete="off"
              {...control}
              {...register('email')}
            />
          )}
        </Field>
        {!patient && (
          <Field label={texts.name} isOptional error={formState.errors.name?.message}>
            {(control) => <Input autoComplete="off" {...control} {...register('name')} />}
          </Field>
        )}
        {role === 'patient' && hint?.({ name, email })}
        {roles.length > 1 && (
          <Field label={texts.role} hint={roleHints[role]} error={formState.errors.role?.message}>
            {(control) => (
              <Select {...control} {...register('role')}>
                {roles.map((choice) => (
                  <option key={choice} value={choice}>
                    {texts.roles[choice]}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        )}
      </div>
      <DialogActions onCancel={onClose}>
        <SubmitButton
          isBusy={invite.isPending}
          busyText={texts.busy}
          disabled={(!patient && !formState.isValid) || invite.isPending}
        >
          {texts.submit}
        </SubmitButton>
      </DialogActions>
    </form>
  )
}

function inviteFailure(error: unknown): string {
  return refusalSentence(error) ?? (error instanceof ApiError ? texts.failed : texts.unknown)
}
