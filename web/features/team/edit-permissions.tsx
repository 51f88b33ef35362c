import { useId, useState } from 'react'
import type { MemberView } from '#domain/memberships/member-list.ts'
import { opensToReadOnly, type PermissionSet, permissionSets } from '#domain/permissions.ts'
import { componentTexts } from '#domain/texts/components.ts'
import { teamTexts } from '#domain/texts/team.ts'
import { SubmitButton } from '#web/components/form/submit-button.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Checkbox } from '#web/components/ui/checkbox.tsx'
import { Dialog, DialogActions, DialogContent } from '#web/components/ui/dialog.tsx'
import type { TeamActions } from './use-team-actions.ts'

const texts = teamTexts.permissions

export function EditPermissions({
  member,
  setPermissions,
  onClose,
}: {
  member: MemberView
  setPermissions: TeamActions['setPermissions']
  onClose(): void
}) {
  const id = useId()
  const [chosen, setChosen] = useState<readonly PermissionSet[]>(member.permissionSets)
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DialogContent title={texts.title(member.name)} description={texts.lead}>
        <form
          onSubmit={(event) => {
            event.preventDefault()
            setPermissions.mutate({ member, sets: chosen }, { onSuccess: onClose })
          }}
        >
          {member.isReadOnly && <p className="mb-3 text-form text-muted">{texts.readOnly}</p>}
          <fieldset className="space-y-3">
            <legend className="sr-only">{texts.label}</legend>
            {permissionSets.map((set) => (
              <div key={set} className="flex min-h-11 items-start gap-3">
                <Checkbox
                  id={`${id} ${set}`}
                  aria-describedby={`${id} ${set} hint`}
                  className="mt-0.5"
                  checked={chosen.includes(set)}
                  // one granted before the role changed can be taken away
                  disabled={member.isReadOnly && !opensToReadOnly(set) && !chosen.includes(set)}
                  onChange={(event) =>
                    setChosen(
                      permissionSets.filter((each) =>
                        each === set ? event.target.checked : chosen.includes(each),
                      ),
                    )
                  }
                />
                <div>
                  <label htmlFor={`${id} ${set}`} className="block font-semibold">
                    {teamTexts.permissionSets[set]}
                  </label>
                  <p id={`${id} ${set} hint`} className="text-note text-muted">
                    {member.isReadOnly && set === 'money'
                      ? texts.readOnlyMoney
                      : teamTexts.permissionSetHints[set]}
                  </p>
                </div>
              </div>
            ))}
          </fieldset>
          <DialogActions>
            <Button variant="outline" onClick={onClose} disabled={setPermissions.isPending}>
              {componentTexts.form.cancel}
            </Button>
            <SubmitButton isBusy={setPermissions.isPending} busyText={texts.saving}>
              {texts.save}
            </SubmitButton>
          </DialogActions>
        </form>
      </DialogContent>
    </Dialog>
  )
}
