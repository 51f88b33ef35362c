import { dateInText } from '#domain/dates.ts'
import type { MemberPlan, MemberView } from '#domain/memberships/member-list.ts'
import { membershipTexts } from '#domain/texts/memberships.ts'
import { subscriptionTexts } from '#domain/texts/subscriptions.ts'
import { AddressText } from '#web/components/address-text.tsx'
import { Avatar } from '#web/components/ui/avatar.tsx'

/** A member's picture, name, email and, for patients, plan. On phones the second line is role and plan, or the email. */
export function MemberCell({
  member,
  isYou,
  timeZone,
}: {
  member: MemberView
  isYou: boolean
  timeZone: string
}) {
  return (
    <span className="flex min-w-0 items-center gap-3">
      <Avatar name={member.name} src={member.avatarUrl} />
      <span className="min-w-0">
        <span className="block font-semibold break-words max-sm:truncate">
          {member.name}
          {isYou && <span className="ml-1.5 font-normal text-muted">({membershipTexts.you})</span>}
        </span>
        {member.email !== member.name && (
          <AddressText className="text-note text-muted max-sm:hidden">{member.email}</AddressText>
        )}
        {member.plan && (
          <span className="mt-0.5 block text-note break-words max-sm:hidden">
            {planText(member.plan, timeZone)}
          </span>
        )}
        <span className="block truncate text-note text-muted sm:hidden">
          {membershipTexts.roles[member.role]}, {member.plan?.name ?? member.email}
        </span>
      </span>
    </span>
  )
}

function planText(plan: MemberPlan, timeZone: string): string {
  if (plan.endsAt) return membershipTexts.planEnding(plan.name, dateInText(plan.endsAt, timeZone))
  // the usual state needs no word: the status of the membership stands next to it
  if (plan.status === 'active') return plan.name
  return membershipTexts.plan(plan.name, subscriptionTexts.statuses[plan.status])
}
