import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { roleText } from '#domain/memberships/member-list.ts'
import { type PersonView, standingOf } from '#domain/memberships/person.ts'
import { failedPaymentsId } from '#domain/paths.ts'
import { isOverdue, isPaid, type PlanStanding } from '#domain/subscriptions/plan-standing.ts'
import { membershipTexts } from '#domain/texts/memberships.ts'
import { planStandingTexts } from '#domain/texts/plan-standing.ts'
import { dateInText } from '#domain/values/dates.ts'
import { StandingBadge } from '#web/components/access/standing-badge.tsx'
import { PageHeading } from '#web/components/page/page-heading.tsx'
import { AvatarsOf, PersonAvatar } from '#web/components/people/person-avatar.tsx'
import { Badge } from '#web/components/ui/badge.tsx'
import { Button } from '#web/components/ui/button.tsx'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { useCan } from '#web/lib/clinic/use-can.ts'
import { serverNow } from '#web/lib/page/clock.ts'
import { coverQuery } from './person-queries.ts'

const texts = membershipTexts

const tones = {
  active: 'success',
  'not-accepted': 'warning',
  pending: 'warning',
  invited: 'info',
  deactivated: 'info',
  removed: 'neutral',
  'no-account': 'neutral',
} as const

/**
 * The head of a person's page. It stays in view; on phones only its first row does.
 *
 * @param facts items of a list, below the name @param tabs the page's tabs, if any
 * @param isShown false while these are read
 * @param moneyTabAddress where the plan's payments are
 */
export function PersonHeading({
  person,
  clinic,
  actions,
  facts,
  tabs,
  isShown = true,
  moneyTabAddress,
}: {
  person: PersonView
  clinic: Clinic
  actions?: ReactNode
  facts?: ReactNode
  tabs?: ReactNode
  isShown?: boolean
  moneyTabAddress: string
}) {
  const explanation = explanationOf(person, clinic.time_zone)
  return (
    <div className="person-head" data-person-head>
      <PageHeading
        isCompact
        className="person-head-row"
        title={person.name}
        site={clinic.name}
        actions={actions}
        lead={<PersonStanding person={person} slug={clinic.subdomain} moneyTabAddress={moneyTabAddress} />}
      >
        <span className="flex items-center gap-3">
          <AvatarsOf userIds={[person.userId]}>
            <PersonAvatar
              userId={person.userId}
              name={person.name}
              className="size-9 text-form max-sm:hidden"
            />
          </AvatarsOf>
          <span className="min-w-0 break-words">{person.name}</span>
        </span>
      </PageHeading>
      <div hidden={!isShown}>
        {facts && <ul className="person-facts">{facts}</ul>}
        {explanation && <p className="mt-1 text-form text-muted">{explanation}</p>}
        {tabs}
      </div>
    </div>
  )
}

/** The account, unless a patient's is as usual, and the plans that run for the person. */
function PersonStanding({
  person,
  slug,
  moneyTabAddress,
}: {
  person: PersonView
  slug: string
  moneyTabAddress: string
}) {
  const { role, patientId } = person
  const may = useCan()
  const standing = standingOf(person)
  const running = person.plans.filter(({ isRunning }) => isRunning)
  const only = running.length === 1 ? running[0] : undefined
  const cover = useQuery({
    ...coverQuery(slug, patientId ?? ''),
    enabled: patientId !== null && running.length === 0,
  })
  const paidBy = cover.data?.paidBy ?? []
  const hasNoPlan = patientId !== null && running.length === 0 && cover.data && paidBy.length === 0
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1 text-form">
      {role !== 'patient' && <Badge tone="tint">{roleText(person)}</Badge>}
      {person.isOwner && <Badge tone="tint">{texts.owner}</Badge>}
      {(role !== 'patient' || standing !== 'active') && (
        <Badge tone={tones[standing]}>{texts.person.standings[standing]}</Badge>
      )}
      {running.map((plan) => (
        <PlanStandingLink key={plan.subscriptionId} to={moneyTabAddress} {...plan} />
      ))}
      {only && isPaid(only.standing) && may('money:read') && (
        <span className="text-note text-muted">{planStandingTexts.team.upToDate}</span>
      )}
      {running.length === 0 &&
        paidBy.map((plan) => (
          <PlanStandingLink
            key={plan.patientId}
            to={moneyTabAddress}
            name={plan.plan}
            standing={plan.standing}
          />
        ))}
      {may('payments:collect') && running.some(({ standing }) => isOverdue(standing)) && (
        <Button asChild variant="outline" size="small">
          <Link to={`${moneyTabAddress}#${failedPaymentsId}`} replace preventScrollReset>
            {texts.person.plans.fixPayment}
          </Link>
        </Button>
      )}
      {hasNoPlan && <span className="text-muted">{texts.person.plans.noPlan}</span>}
    </span>
  )
}

function PlanStandingLink({ to, name, standing }: { to: string; name: string; standing: PlanStanding }) {
  return (
    <Link
      to={to}
      replace
      preventScrollReset
      className="inline-flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1 hover:underline"
    >
      <span className="min-w-0 break-words">{name}</span>
      <StandingBadge standing={standing} withAmount />
    </Link>
  )
}

function explanationOf(person: PersonView, timeZone: string): string | null {
  const on = (instant: string) => dateInText(instant, timeZone)
  const { explained } = texts.person
  switch (standingOf(person)) {
    case 'removed':
      return explained.removed(on(person.endedAt ?? person.joinedAt))
    case 'deactivated':
      return explained.deactivated(on(person.suspendedAt ?? person.joinedAt))
    case 'pending':
      return explained.pending
    default:
      if (!person.invitation || person.userId !== null) return null
      return invitationText(person.invitation, on)
  }
}

function invitationText(
  { email, expiresAt }: NonNullable<PersonView['invitation']>,
  on: (instant: string) => string,
): string {
  const { explained } = texts.person
  const isOver = new Date(expiresAt).getTime() <= serverNow().getTime()
  return isOver ? explained.invitationExpired(email, on(expiresAt)) : explained.invited(email, on(expiresAt))
}
