import type { ReactNode } from 'react'
import { type PersonView, standingOf } from '#domain/memberships/person.ts'
import { membershipTexts } from '#domain/texts/memberships.ts'
import { dateInText } from '#domain/values/dates.ts'
import { PageHeading } from '#web/components/page/page-heading.tsx'
import { AvatarsOf, PersonAvatar } from '#web/components/people/person-avatar.tsx'
import { Badge } from '#web/components/ui/badge.tsx'
import { serverNow } from '#web/lib/page/clock.ts'

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

export function PersonHeading({
  person,
  site,
  timeZone,
  actions,
}: {
  person: PersonView
  site: string
  timeZone: string
  actions?: ReactNode
}) {
  const standing = standingOf(person)
  const mark = person.isOwner ? texts.owner : person.isReadOnly ? texts.readOnly : null
  return (
    <PageHeading
      title={person.name}
      site={site}
      actions={actions}
      lead={
        <span className="block space-y-2">
          <span className="flex flex-wrap items-center gap-2">
            <Badge tone={person.role === 'patient' ? 'neutral' : 'tint'}>{texts.roles[person.role]}</Badge>
            {mark && <Badge tone="tint">{mark}</Badge>}
            <Badge tone={tones[standing]}>{texts.person.standings[standing]}</Badge>
          </span>
          <Explained person={person} timeZone={timeZone} />
        </span>
      }
    >
      <span className="flex items-center gap-4">
        <AvatarsOf userIds={[person.userId]}>
          <PersonAvatar userId={person.userId} name={person.name} className="size-12 text-body sm:size-14" />
        </AvatarsOf>
        <span className="min-w-0 break-words">{person.name}</span>
      </span>
    </PageHeading>
  )
}

function Explained({ person, timeZone }: { person: PersonView; timeZone: string }) {
  const text = explanationOf(person, timeZone)
  return text ? <span className="block text-form">{text}</span> : null
}

function explanationOf(person: PersonView, timeZone: string): string | null {
  const on = (instant: string) => dateInText(instant, timeZone)
  const { explained } = texts.person
  switch (standingOf(person)) {
    case 'removed':
      return explained.removed(on(person.endedAt ?? person.joinedAt))
    case 'deactivated':
      return explained.deactivated(on(person.suspendedAt ?? person.joinedAt))
    case 'no-account':
      return explained.noAccount
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
