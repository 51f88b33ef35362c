import { Link } from 'react-router'
import type { MemberView } from '#domain/memberships/member-list.ts'
import { personPath } from '#domain/paths.ts'
import { accessOf } from '#domain/team/team.ts'
import { membershipTexts } from '#domain/texts/memberships.ts'
import { teamTexts } from '#domain/texts/team.ts'
import { dateInText } from '#domain/values/dates.ts'
import { PersonAvatar } from '#web/components/people/person-avatar.tsx'
import { RowAction } from '#web/components/row-action.tsx'
import { Badge } from '#web/components/ui/badge.tsx'
import { Checkbox } from '#web/components/ui/checkbox.tsx'
import { cn } from '#web/components/ui/class-names.ts'
import { Cell } from '#web/components/ui/table.tsx'
import { withClinic } from '#web/lib/clinic/clinic-address.ts'
import { serverNow } from '#web/lib/page/clock.ts'

const texts = teamTexts.list

/** One team member. A missing handler hides its control. */
export function TeamRow({
  member,
  isYou,
  timeZone,
  isSelected,
  isBusy,
  onSelect,
  onEdit,
  onRemove,
  onResend,
  onMakeOwner,
  onPermissions,
}: {
  member: MemberView
  isYou: boolean
  timeZone: string
  isSelected: boolean
  isBusy: boolean
  onSelect?: (isSelected: boolean) => void
  onEdit?: () => void
  onRemove?: () => void
  onResend?: () => void
  onMakeOwner?: () => void
  onPermissions?: () => void
}) {
  const { name, email } = member
  const note = stateNote(member, timeZone)
  return (
    <tr className={isSelected ? 'bg-tint' : undefined}>
      <Cell phone="both" className="sm:w-full">
        <span className="flex min-w-0 items-center gap-3">
          {onSelect ? (
            <Checkbox
              checked={isSelected}
              onChange={(event) => onSelect(event.target.checked)}
              aria-label={texts.select(name)}
            />
          ) : (
            <span className="w-5 flex-none" />
          )}
          <PersonAvatar userId={member.userId} name={name} className="max-sm:hidden" />
          <span className="min-w-0">
            <span className="block font-semibold break-words">
              <Link
                to={withClinic(personPath(member.id))}
                className={cn('hover:underline', email === name && 'wrap-anywhere')}
              >
                {name}
              </Link>
              {isYou && <span className="ml-1.5 font-normal text-muted">({membershipTexts.you})</span>}
            </span>
            {email !== name && <span className="block text-note wrap-anywhere text-muted">{email}</span>}
            <span className="block text-note text-muted sm:hidden">{roleText(member)}</span>
            {member.permissionSets.length > 0 && !member.isBillingOnly && (
              <span className="block text-note text-muted">
                {teamTexts.permissions.granted(
                  member.permissionSets.map((set) => teamTexts.permissionSets[set]),
                )}
              </span>
            )}
            {note && <span className="block text-note text-muted">{note}</span>}
            {onResend && (
              <button
                type="button"
                className="link text-note"
                aria-label={texts.resendTo(name)}
                disabled={isBusy}
                onClick={onResend}
              >
                {texts.resend}
              </button>
            )}
          </span>
        </span>
      </Cell>
      <Cell>
        <Badge tone={member.role === 'admin' ? 'tint' : member.isReadOnly ? 'neutral' : 'info'}>
          {roleText(member)}
        </Badge>
      </Cell>
      <Cell phone="below">
        <span className="flex flex-wrap items-center justify-end sm:flex-nowrap">
          {onMakeOwner && (
            <RowAction
              label={texts.makeOwner}
              name={texts.makeOwnerOf(name)}
              isBusy={isBusy}
              onAct={onMakeOwner}
            />
          )}
          {onPermissions && (
            <RowAction
              label={teamTexts.permissions.open}
              name={teamTexts.permissions.openFor(name)}
              isBusy={isBusy}
              onAct={onPermissions}
            />
          )}
          {onEdit && (
            <RowAction label={texts.edit} name={texts.editOf(name)} isBusy={isBusy} onAct={onEdit} />
          )}
          {onRemove && (
            <RowAction label={texts.remove} name={texts.removeOf(name)} isBusy={isBusy} onAct={onRemove} />
          )}
        </span>
      </Cell>
    </tr>
  )
}

function roleText(member: MemberView): string {
  if (member.isOwner) return membershipTexts.owner
  return teamTexts.accesses[accessOf(member)]
}

function stateNote(member: MemberView, timeZone: string): string | null {
  if (member.suspendedAt) return texts.deactivated
  if (member.invitation) {
    const { expiresAt } = member.invitation
    return new Date(expiresAt).getTime() <= serverNow().getTime()
      ? texts.expired
      : texts.invited(dateInText(expiresAt, timeZone))
  }
  return member.status === 'active' ? null : texts.pending
}
