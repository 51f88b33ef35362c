import { Link } from 'react-router'
import { type ListedMember, roleText } from '#domain/memberships/member-list.ts'
import { personPath } from '#domain/paths.ts'
import { isOverdue, planLine } from '#domain/subscriptions/plan-standing.ts'
import { membershipTexts } from '#domain/texts/memberships.ts'
import { dateInText } from '#domain/values/dates.ts'
import { AddressText } from '#web/components/address-text.tsx'
import { PersonAvatar } from '#web/components/people/person-avatar.tsx'
import { cn } from '#web/components/ui/class-names.ts'
import { withClinic } from '#web/lib/clinic/clinic-address.ts'
import { statusNote } from './member-badges.tsx'

/** Name, phone number, email and plan. On phones the second line is phone number or role, and plan or email. */
export function MemberCell({
  member,
  isYou,
  timeZone,
  onIntent,
}: {
  member: ListedMember
  isYou: boolean
  timeZone: string
  /** called before the person's page is opened, to prefetch it */
  onIntent(): void
}) {
  const day = (instant: string) => dateInText(instant, timeZone)
  const shown = member.plan ?? member.cover
  const plan = shown && planLine(shown.name, shown.standing, day)
  const note = statusNote(member, timeZone)
  const overdue = shown && isOverdue(shown.standing) && 'text-danger sm:font-semibold'
  return (
    <span className="flex min-w-0 items-center gap-3">
      <PersonAvatar userId={member.userId} name={member.name} />
      <span className="min-w-0">
        <span className="block wrap-anywhere">
          <Link
            to={withClinic(personPath(member.id))}
            onPointerEnter={onIntent}
            onFocus={onIntent}
            className="row-link rounded-sm font-semibold hover:underline"
          >
            {member.name}
          </Link>
          {isYou && <span className="ml-1.5 font-normal text-muted">({membershipTexts.you})</span>}
        </span>
        <span className="flex flex-wrap gap-x-3 text-note text-muted max-sm:hidden">
          {member.phone && <span className="whitespace-nowrap tabular-nums">{member.phone}</span>}
          {member.email && member.email !== member.name && <AddressText>{member.email}</AddressText>}
        </span>
        {plan && (
          <span className={cn('mt-0.5 block text-note break-words max-sm:hidden', overdue)}>{plan}</span>
        )}
        <span className={cn('block text-note break-words text-muted sm:hidden', overdue)}>
          {/* in one line: that a payment failed names a patient */}
          {[!overdue && (member.phone ?? roleText(member)), plan].filter(Boolean).join(', ')}
          {!plan && member.email && member.email !== member.name && (
            <>
              {', '}
              <AddressText>{member.email}</AddressText>
            </>
          )}
        </span>
        {note && <span className="block text-note text-muted sm:hidden">{note}</span>}
      </span>
    </span>
  )
}
