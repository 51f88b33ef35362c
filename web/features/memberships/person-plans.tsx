import type { ReactNode } from 'react'
import type { MemberPlan } from '#domain/memberships/member-list.ts'
import type { PersonView } from '#domain/memberships/person.ts'
import { teamExplanation } from '#domain/subscriptions/plan-standing.ts'
import { membershipTexts } from '#domain/texts/memberships.ts'
import { dateInText } from '#domain/values/dates.ts'
import { StandingBadge } from '#web/components/access/standing-badge.tsx'
import { SectionCard } from '#web/components/page/section-card.tsx'

const texts = membershipTexts.person.plans

/** @param changes actions on a running plan @param children the payments */
export function PersonPlans({
  person,
  timeZone,
  changes,
  children,
}: {
  person: PersonView
  timeZone: string
  changes?: (plan: MemberPlan) => ReactNode
  children?: ReactNode
}) {
  const day = (instant: string) => dateInText(instant, timeZone)
  return (
    <SectionCard title={texts.title}>
      {person.plans.length === 0 ? (
        <p className="text-form text-muted">{texts.none}</p>
      ) : (
        <ul className="divide-y divide-line">
          {person.plans.map((plan) => (
            <li key={plan.subscriptionId} className="flex flex-wrap justify-between gap-x-4 gap-y-1 py-2.5">
              <span className="min-w-0 break-words">
                <span className="font-semibold">{plan.name}</span>
                <span className="block text-note text-muted">{teamExplanation(plan.standing, day)}</span>
              </span>
              <span>
                <StandingBadge standing={plan.standing} />
              </span>
              {plan.isRunning && changes?.(plan)}
            </li>
          ))}
        </ul>
      )}
      {children}
    </SectionCard>
  )
}
