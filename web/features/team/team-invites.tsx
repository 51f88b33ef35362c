import { Plus, X } from 'lucide-react'
import { useFieldArray } from 'react-hook-form'
import { type TeamInvitesForm, teamInvitesForm } from '#domain/team/inputs.ts'
import { defaultTeamAccess, givableAccesses, maxInvites, membershipFor } from '#domain/team/team.ts'
import { invitationTexts } from '#domain/texts/invitations.ts'
import { teamTexts } from '#domain/texts/team.ts'
import { Field } from '#web/components/form/field.tsx'
import { LeaveGuard } from '#web/components/form/leave-guard.tsx'
import { SubmitButton } from '#web/components/form/submit-button.tsx'
import { useSchemaForm } from '#web/components/form/use-schema-form.ts'
import { Button } from '#web/components/ui/button.tsx'
import { Card, CardNote, CardTitle } from '#web/components/ui/card.tsx'
import { cn } from '#web/components/ui/class-names.ts'
import { Input } from '#web/components/ui/input.tsx'
import { Select } from '#web/components/ui/select.tsx'
import { toast } from '#web/components/ui/toast.ts'
import { useCan } from '#web/lib/clinic/use-can.ts'
import { callFunction } from '#web/lib/fetch/api.ts'
import { useRefreshClinic } from '#web/lib/fetch/refresh-clinic.ts'
import { refusalSentence } from '#web/lib/fetch/refusals.ts'

const texts = teamTexts.invite
const anEmptyLine = { email: '', access: defaultTeamAccess }

/** Sends several invitations at once. Refused ones stay in the form with the reason. */
export function TeamInvites({ clinicId, redirectPath }: { clinicId: string; redirectPath: string }) {
  const form = useSchemaForm<TeamInvitesForm>(teamInvitesForm, { invites: [anEmptyLine] })
  const { register, formState, handleSubmit } = form
  const offered = givableAccesses(useCan()('members:invite-admin'))
  const lines = useFieldArray({ control: form.control, name: 'invites' })
  const refresh = useRefreshClinic()

  async function send({ invites }: TeamInvitesForm): Promise<void> {
    const refused: { invite: TeamInvitesForm['invites'][number]; message: string }[] = []
    for (const invite of invites) {
      await callFunction('invite-patient', {
        clinicId,
        email: invite.email,
        ...membershipFor(invite.access),
        redirectUrl: `${location.origin}${redirectPath}`,
      }).catch((error: unknown) => {
        refused.push({ invite, message: refusalSentence(error) ?? invitationTexts.dialog.failed })
      })
    }
    const sent = invites.filter((invite) => !refused.some((other) => other.invite === invite))
    form.reset({ invites: [anEmptyLine] })
    if (refused.length > 0) {
      form.setValue(
        'invites',
        refused.map(({ invite }) => invite),
        { shouldDirty: true },
      )
      for (const [index, { message }] of refused.entries()) {
        form.setError(`invites.${index}.email`, { type: 'server', message }, { shouldFocus: index === 0 })
      }
    }
    report(sent, refused.length)
    void refresh()
  }

  return (
    <Card>
      <CardTitle>{texts.title}</CardTitle>
      <CardNote className="mb-4">{texts.lead}</CardNote>
      <LeaveGuard isDirty={formState.isDirty} />
      <form noValidate onSubmit={handleSubmit(send)}>
        <ul className="space-y-4">
          {lines.fields.map((line, index) => {
            const errors = formState.errors.invites?.[index]
            const isOnly = lines.fields.length === 1
            return (
              <li
                key={line.id}
                className={cn(
                  'grid items-start gap-3',
                  isOnly
                    ? 'sm:grid-cols-[minmax(0,1fr)_11rem]'
                    : 'sm:grid-cols-[minmax(0,1fr)_11rem_2.75rem]',
                )}
              >
                <Field label={isOnly ? texts.email : texts.emailOf(index + 1)} error={errors?.email?.message}>
                  {(control) => (
                    <Input
                      type="email"
                      inputMode="email"
                      autoComplete="off"
                      {...control}
                      {...register(`invites.${index}.email`)}
                    />
                  )}
                </Field>
                <Field label={isOnly ? texts.role : texts.roleOf(index + 1)} error={errors?.access?.message}>
                  {(control) => (
                    <Select {...control} {...register(`invites.${index}.access`)}>
                      {offered.map((access) => (
                        <option key={access} value={access}>
                          {teamTexts.accesses[access]}
                        </option>
                      ))}
                    </Select>
                  )}
                </Field>
                {!isOnly && (
                  <Button
                    variant="quiet"
                    size="icon"
                    className="justify-self-end sm:mt-7.5"
                    aria-label={texts.leaveOut(index + 1)}
                    disabled={formState.isSubmitting}
                    onClick={() => lines.remove(index)}
                  >
                    <X aria-hidden />
                  </Button>
                )}
              </li>
            )
          })}
        </ul>
        <div className="mt-4 flex flex-wrap items-center gap-3">
          <Button
            variant="outline"
            disabled={formState.isSubmitting || lines.fields.length >= maxInvites}
            onClick={() => lines.append(anEmptyLine, { focusName: `invites.${lines.fields.length}.email` })}
          >
            <Plus aria-hidden />
            {texts.another}
          </Button>
          <SubmitButton isBusy={formState.isSubmitting} busyText={texts.busy}>
            {texts.submit}
          </SubmitButton>
        </div>
      </form>
    </Card>
  )
}

function report(sent: TeamInvitesForm['invites'], failed: number): void {
  const [first] = sent
  const success =
    sent.length === 1 && first ? invitationTexts.dialog.sent(first.email) : texts.sentSeveral(sent.length)
  const failure = texts.someFailed(failed)
  if (failed === 0) toast.success(success)
  else if (sent.length > 0) toast.success(success, { description: failure })
}
