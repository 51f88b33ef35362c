import {
  hasNoAccount,
  isAccepted,
  type MemberView,
  roleText,
  statusText,
} from '#domain/memberships/member-list.ts'
import { membershipTexts } from '#domain/texts/memberships.ts'
import { dateInText } from '#domain/values/dates.ts'
import { Badge } from '#web/components/ui/badge.tsx'
import { serverNow } from '#web/lib/page/clock.ts'

/** The specification's variants: admin, patient, other; read-only members as in the team's list. */
export function RoleBadge({ member }: { member: MemberView }) {
  const tone =
    member.role === 'admin' ? 'tint' : member.role === 'patient' || member.isReadOnly ? 'neutral' : 'info'
  return (
    <span className="inline-flex flex-col items-end sm:items-start">
      <Badge tone={tone}>{roleText(member)}</Badge>
      {member.isOwner && <span className="mt-1 text-note text-muted">{membershipTexts.owner}</span>}
    </span>
  )
}

/** Active green, pending and unaccepted yellow, invited blue, with the invitation's details, on phones below the name. */
export function StatusBadge({ member, timeZone }: { member: MemberView; timeZone: string }) {
  const tones = { active: 'success', pending: 'warning', invited: 'info' } as const
  const note = statusNote(member, timeZone)
  return (
    <span className="inline-flex flex-col items-end sm:items-start">
      <Badge tone={hasNoAccount(member) ? 'neutral' : isAccepted(member) ? tones[member.status] : 'warning'}>
        {statusText(member)}
      </Badge>
      {note && <span className="mt-1 text-note whitespace-nowrap text-muted max-sm:hidden">{note}</span>}
    </span>
  )
}

/** An invitation's end, or that the member is suspended. */
export function statusNote(member: MemberView, timeZone: string): string | null {
  if (member.suspendedAt) return membershipTexts.statusNotes.suspended
  if (!member.invitation) return null
  const isOver = new Date(member.invitation.expiresAt).getTime() <= serverNow().getTime()
  return isOver
    ? membershipTexts.statusNotes.invitationExpired
    : membershipTexts.statusNotes.invitationExpires(dateInText(member.invitation.expiresAt, timeZone))
}
