import { useState } from 'react'
import type { MemberView } from '#domain/memberships/member-list.ts'
import { accessOf, isForAdmins } from '#domain/team/team.ts'
import { teamTexts } from '#domain/texts/team.ts'
import { AvatarsOf } from '#web/components/people/person-avatar.tsx'
import { AlertDialog } from '#web/components/ui/alert-dialog.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Checkbox } from '#web/components/ui/checkbox.tsx'
import { drawnLate } from '#web/components/ui/layers/late-layer.tsx'
import { Table } from '#web/components/ui/table.tsx'
import { EditAccess } from './edit-access.tsx'
import { EditPermissions } from './edit-permissions.tsx'
import { TeamRow } from './team-row.tsx'
import { useTeamActions } from './use-team-actions.ts'

const texts = teamTexts

const LeavingDialog = drawnLate(() => import('#web/components/people/leaving-dialog.tsx'))

type Asked =
  | { what: 'edit' | 'owner' | 'permissions'; member: MemberView }
  | { what: 'remove'; members: readonly MemberView[] }

/** The user's own row and the owner cannot be selected. */
export function TeamList({
  members,
  clinic,
  ownUserId,
}: {
  members: readonly MemberView[]
  clinic: { name: string; subdomain: string; time_zone: string }
  ownUserId: string | undefined
}) {
  const actions = useTeamActions()
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [asked, setAsked] = useState<Asked | null>(null)
  const isOwner = members.some(({ userId, isOwner: hasMark }) => hasMark && userId === ownUserId)
  const isAdmin = members.some(({ userId, role }) => role === 'admin' && userId === ownUserId)
  const removable = members.filter(
    (member) => canChange(member, ownUserId, isAdmin) && (isAdmin || member.invitation),
  )
  // a member may have been removed meanwhile
  const chosen = removable.filter(({ id }) => selected.has(id))
  // a team member with access, alone: visits ahead need decisions
  const [leaver] =
    asked?.what === 'remove' && asked.members.length === 1
      ? asked.members.filter(({ invitation }) => !invitation)
      : []
  const close = () => setAsked(null)
  const isBusy = Object.values(actions).some(({ isPending }) => isPending)

  function select(id: string, isSelected: boolean): void {
    const next = new Set(selected)
    if (isSelected) next.add(id)
    else next.delete(id)
    setSelected(next)
  }

  const selectAll = (
    <Checkbox
      checked={removable.length > 0 && chosen.length === removable.length}
      indeterminate={chosen.length > 0 && chosen.length < removable.length}
      disabled={removable.length === 0}
      onChange={(event) => setSelected(new Set(event.target.checked ? removable.map(({ id }) => id) : []))}
      aria-label={texts.list.selectAll}
    />
  )

  return (
    <section aria-label={texts.list.label} className="space-y-3">
      <div className="flex min-h-11 flex-wrap items-center gap-3 text-form">
        <h2 className="font-display text-h3 font-medium max-sm:w-full">{texts.list.label}</h2>
        <span className="flex min-h-11 items-center gap-3 px-4 sm:hidden">
          {selectAll}
          <span aria-hidden="true">{texts.list.selectAll}</span>
        </span>
        <span role="status" className="text-muted">
          {chosen.length > 0 && texts.list.selected(chosen.length)}
        </span>
        {chosen.length > 0 && (
          <>
            <Button
              variant="outline"
              size="small"
              disabled={isBusy}
              onClick={() => setAsked({ what: 'remove', members: chosen })}
            >
              {texts.list.deleteSelected(chosen.length)}
            </Button>
            <Button variant="quiet" size="small" onClick={() => setSelected(new Set())}>
              {texts.list.clear}
            </Button>
          </>
        )}
      </div>
      <Table label={texts.list.label}>
        <thead>
          <tr>
            <th scope="col">
              <span className="flex items-center gap-3">
                <span className="flex items-center max-sm:hidden">{selectAll}</span>
                {texts.list.columns.name}
              </span>
            </th>
            <th scope="col">{texts.list.columns.role}</th>
            <th scope="col">
              <span className="sr-only">{texts.list.columns.actions}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          <AvatarsOf userIds={members.map(({ userId }) => userId)}>
            {members.map((member) => (
              <TeamRow
                key={member.id}
                member={member}
                isYou={member.userId !== null && member.userId === ownUserId}
                timeZone={clinic.time_zone}
                isSelected={selected.has(member.id)}
                isBusy={isBusy}
                {...(canChange(member, ownUserId, isAdmin)
                  ? { onEdit: () => setAsked({ what: 'edit', member }) }
                  : {})}
                {...(removable.includes(member)
                  ? {
                      onSelect: (isSelected: boolean) => select(member.id, isSelected),
                      onRemove: () => setAsked({ what: 'remove', members: [member] }),
                    }
                  : {})}
                {...(member.invitation
                  ? { onResend: () => actions.resend.mutate({ membershipId: member.id }) }
                  : {})}
                {...(isOwner && member.role !== 'admin' && !member.isBillingOnly && member.status === 'active'
                  ? { onPermissions: () => setAsked({ what: 'permissions', member }) }
                  : {})}
                {...(isOwner && canOwn(member)
                  ? { onMakeOwner: () => setAsked({ what: 'owner', member }) }
                  : {})}
              />
            ))}
          </AvatarsOf>
        </tbody>
      </Table>
      {asked?.what === 'edit' && (
        <EditAccess member={asked.member} setAccess={actions.setAccess} onClose={close} />
      )}
      {asked?.what === 'permissions' && (
        <EditPermissions member={asked.member} setPermissions={actions.setPermissions} onClose={close} />
      )}
      {leaver && (
        <LeavingDialog
          slug={clinic.subdomain}
          membershipId={leaver.id}
          whose="provider"
          title={texts.remove.title(leaver.name)}
          consequence={texts.remove.consequence(clinic.name)}
          safeLabel={texts.remove.keep}
          actionLabel={texts.remove.confirm}
          isBusy={actions.leave.isPending}
          onLeave={(visits) => actions.leave.mutateAsync({ member: leaver, visits })}
          onClose={close}
        />
      )}
      {asked?.what === 'remove' && !leaver && (
        <RemoveQuestion
          members={asked.members}
          clinicName={clinic.name}
          isBusy={actions.remove.isPending}
          onClose={close}
          onRemove={() => actions.remove.mutate(asked.members, { onSettled: close })}
        />
      )}
      {asked?.what === 'owner' && (
        <AlertDialog
          open
          onOpenChange={(isOpen) => !isOpen && close()}
          title={texts.owner.title(asked.member.name)}
          consequence={texts.owner.consequence(asked.member.name, clinic.name)}
          safeLabel={texts.owner.keep}
          actionLabel={texts.owner.confirm}
          isBusy={actions.makeOwner.isPending}
          onAction={() => actions.makeOwner.mutate(asked.member, { onSettled: close })}
        />
      )}
    </section>
  )
}

function RemoveQuestion({
  members,
  clinicName,
  isBusy,
  onClose,
  onRemove,
}: {
  members: readonly MemberView[]
  clinicName: string
  isBusy: boolean
  onClose(): void
  onRemove(): void
}) {
  const [first] = members
  const areInvitations = members.every(({ invitation }) => invitation)
  return (
    <AlertDialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={
        members.length === 1 && first
          ? texts.remove.title(first.name)
          : texts.remove.titleSeveral(members.length)
      }
      consequence={areInvitations ? texts.remove.invitedConsequence : texts.remove.consequence(clinicName)}
      safeLabel={texts.remove.keep}
      actionLabel={texts.remove.confirm}
      isBusy={isBusy}
      onAction={onRemove}
    >
      {members.length > 1 && (
        <ul className="mt-3 max-h-48 list-disc overflow-y-auto pl-5">
          {members.map(({ id, name }) => (
            <li key={id} className="break-words">
              {name}
            </li>
          ))}
        </ul>
      )}
    </AlertDialog>
  )
}

/** The server enforces the same: only admins change admins, and an owner must hand over first. */
function canChange(
  { isOwner, userId, ...member }: MemberView,
  ownUserId: string | undefined,
  isAdmin: boolean,
): boolean {
  return !isOwner && (isAdmin || !isForAdmins(accessOf(member))) && (userId === null || userId !== ownUserId)
}

function canOwn({ role, status, isOwner, userId }: MemberView): boolean {
  return role === 'admin' && status === 'active' && !isOwner && userId !== null
}
