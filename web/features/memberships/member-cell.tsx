import { formatDate } from '#domain/dates.ts'
import type { MemberPlan, MemberView } from '#domain/memberships/member-list.ts'
import { membershipTexts } from '#domain/texts/memberships.ts'
import { subscriptionTexts } from '#domain/texts/subscriptions.ts'
import { Avatar } from '#web/components/ui/avatar.tsx'

/** A member's picture, name, email and, for patients, plan. */
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
    <span className="flex min-w-0 items-center gap-3 pr-10 sm:pr-0">
      <Avatar name={member.name} src={member.avatarUrl} />
      <span className="min-w-0">
        <span className="block font-semibold break-words">
          {member.name}
          {isYou && <span className="ml-1.5 font-normal text-muted">({membershipTexts.you})</span>}
        </span>
        {member.email !== member.name && (
          <span className="block text-note [overflow-wrap:anywhere] text-muted">{member.email}</span>
        )}
        {member.plan && (
          <span className="mt-0.5 block text-note break-words">{planText(member.plan, timeZone)}</span>
        )}
      </span>
    </span>
  )
}

function planText(plan: MemberPlan, timeZone: string): string {
  if (plan.endsAt) return membershipTexts.planEnding(plan.name, formatDate(plan.endsAt, timeZone))
  return membershipTexts.plan(plan.name, subscriptionTexts.statuses[plan.status])
}
