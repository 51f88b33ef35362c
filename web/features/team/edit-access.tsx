import { useState } from 'react'
import type { MemberView } from '#domain/memberships/member-list.ts'
import { accessOf, givableAccesses, type TeamAccess } from '#domain/team/team.ts'
import { componentTexts } from '#domain/texts/components.ts'
import { teamTexts } from '#domain/texts/team.ts'
import { Field } from '#web/components/form/field.tsx'
import { SubmitButton } from '#web/components/form/submit-button.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Dialog, DialogActions, DialogContent } from '#web/components/ui/dialog.tsx'
import { Select } from '#web/components/ui/select.tsx'
import { useCan } from '#web/lib/clinic/use-can.ts'
import type { TeamActions } from './use-team-actions.ts'

const texts = teamTexts.edit

export function EditAccess({
  member,
  setAccess,
  onClose,
}: {
  member: MemberView
  setAccess: TeamActions['setAccess']
  onClose(): void
}) {
  const offered = givableAccesses(useCan()('members:invite-admin'))
  const [access, setChosen] = useState<TeamAccess>(accessOf(member))
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DialogContent
        title={texts.title(member.name)}
        description={member.invitation ? texts.invitedLead : texts.lead}
      >
        <form
          onSubmit={(event) => {
            event.preventDefault()
            if (access === accessOf(member)) onClose()
            else setAccess.mutate({ member, access }, { onSuccess: onClose })
          }}
        >
          <Field label={teamTexts.invite.role} hint={teamTexts.accessHints[access]}>
            {(control) => (
              <Select
                {...control}
                value={access}
                onChange={(event) => setChosen(event.target.value as TeamAccess)}
              >
                {offered.map((choice) => (
                  <option key={choice} value={choice}>
                    {teamTexts.accesses[choice]}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          <DialogActions>
            <Button variant="outline" onClick={onClose} disabled={setAccess.isPending}>
              {componentTexts.form.cancel}
            </Button>
            <SubmitButton isBusy={setAccess.isPending} busyText={texts.saving}>
              {texts.save}
            </SubmitButton>
          </DialogActions>
        </form>
      </DialogContent>
    </Dialog>
  )
}
