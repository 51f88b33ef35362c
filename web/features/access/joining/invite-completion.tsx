import type { User } from '@supabase/auth-js'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import type { InviteCompletionForm } from '#domain/access/forms.ts'
import { activeMembershipIn, isTeamRole } from '#domain/memberships/memberships.ts'
import { paths } from '#domain/paths.ts'
import { accessTexts } from '#domain/texts/access.ts'
import { Field } from '#web/components/form/field.tsx'
import { FormErrorSummary } from '#web/components/form/form-error-summary.tsx'
import { PasswordInput } from '#web/components/form/password-input.tsx'
import { SubmitButton } from '#web/components/form/submit-button.tsx'
import { useSchemaForm } from '#web/components/form/use-schema-form.ts'
import { Button } from '#web/components/ui/button.tsx'
import { Input } from '#web/components/ui/input.tsx'
import { Notice } from '#web/components/ui/notice.tsx'
import { toast } from '#web/components/ui/toast.ts'
import { withClinic } from '#web/lib/clinic/clinic-address.ts'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { callFunction } from '#web/lib/fetch/api.ts'
import { refusalCode, weakPasswordSentence } from '#web/lib/fetch/refusals.ts'
import { auth } from '#web/lib/session/auth.ts'
import { displayName, useSession } from '#web/lib/session/session-context.ts'
import { cameByLink } from '#web/lib/session/session-methods.ts'
import { AccessCard } from '../access-card.tsx'
import { formRules } from '../form-rules.ts'
import { afterJoin } from './after-join.ts'
import { JoinHere } from './join-here.tsx'
import type { Joining } from './joining.ts'
import { NotYou } from './not-you.tsx'

const texts = accessTexts.join
const fields = accessTexts.fields

export function InviteCompletion({ clinic, user }: { clinic: Clinic; user: User }) {
  const { memberships, session } = useSession()
  // the membership is active before the browser leaves, so the form must stay
  const [isJoining, setJoining] = useState(false)
  const membership = activeMembershipIn(memberships, clinic.subdomain)
  if (membership && !isJoining) {
    const home = isTeamRole(membership.role) ? paths.clinic : paths.home
    return (
      <AccessCard
        title={texts.title(clinic.name)}
        lead={texts.alreadyMember(clinic.name)}
        footer={<NotYou user={user} />}
      >
        <Button asChild size="large" className="w-full">
          <Link to={withClinic(home)}>{texts.continue}</Link>
        </Button>
      </AccessCard>
    )
  }
  // asks for a password only if there may be none yet
  if (!user.invited_at || (session && !cameByLink(session)))
    return <JoinHere clinic={clinic} user={user} onJoining={setJoining} />
  return (
    <AccessCard
      title={texts.completionTitle}
      lead={texts.completionLead(clinic.name)}
      footer={<NotYou user={user} />}
    >
      <CompletionForm clinic={clinic} user={user} onJoining={setJoining} />
    </AccessCard>
  )
}

function CompletionForm({ clinic, user, onJoining }: Joining) {
  const currentName = displayName(user) === user.email ? '' : displayName(user)
  const form = useSchemaForm<InviteCompletionForm>(formRules.inviteCompletionForm, {
    name: currentName,
    password: '',
  })
  const { register, handleSubmit, formState } = form
  const { errors } = formState
  const { refreshMemberships } = useSession()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const [failure, setFailure] = useState<{ title: string; message: string } | null>(null)

  function fail(title: string, message: string): void {
    setFailure({ title, message })
  }

  async function complete({ name, password }: InviteCompletionForm): Promise<void> {
    setFailure(null)
    const { data: current } = await auth.getSession()
    if (!current.session) return fail(texts.profileFailed, texts.noSession)

    const changedName = name && name !== currentName ? { full_name: name } : undefined
    const { error } = await auth.updateUser({ password, data: changedName })
    // a retry sets the same password again
    if (error && refusalCode(error) !== 'same_password') {
      const weak = weakPasswordSentence(error)
      if (!weak) return fail(texts.profileFailed, texts.profileFailedDetail)
      form.setError('password', { message: weak })
      return
    }
    onJoining(true)
    try {
      await callFunction('activate-membership', { clinicId: clinic.id })
    } catch {
      onJoining(false)
      return fail(texts.activationFailed, texts.activationFailedDetail)
    }
    toast.success(texts.activated, { leavesOnArrival: true })
    // user, memberships and earlier reads may all have changed
    await queryClient.invalidateQueries()
    const memberships = await refreshMemberships()
    const joined = activeMembershipIn(memberships, clinic.subdomain)
    const destination = joined && isTeamRole(joined.role) ? withClinic(paths.clinic) : afterJoin()
    void navigate(destination, { replace: true })
  }

  return (
    <form noValidate onSubmit={handleSubmit(complete)} className="space-y-5">
      <FormErrorSummary errors={errors} submitCount={formState.submitCount} />
      {failure && (
        <Notice tone="danger" title={failure.title}>
          {failure.message}
        </Notice>
      )}
      <input type="hidden" autoComplete="username" value={user.email ?? ''} readOnly />
      <Field label={fields.fullName} isOptional error={errors.name?.message}>
        {(control) => <Input autoComplete="name" {...control} {...register('name')} />}
      </Field>
      <Field label={fields.password} hint={fields.passwordHint} error={errors.password?.message}>
        {(control) => <PasswordInput autoComplete="new-password" {...control} {...register('password')} />}
      </Field>
      <SubmitButton
        size="large"
        className="w-full"
        isBusy={formState.isSubmitting}
        busyText={texts.completionBusy}
      >
        {texts.completionSubmit}
      </SubmitButton>
    </form>
  )
}
