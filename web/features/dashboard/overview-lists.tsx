import { type ReactNode, useId } from 'react'
import { Link } from 'react-router'
import { personPath } from '#domain/paths.ts'
import { dashboardTexts } from '#domain/texts/dashboard.ts'
import { dateInText } from '#domain/values/dates.ts'
import { formatMoney } from '#domain/values/money.ts'
import { AddressText } from '#web/components/address-text.tsx'
import { DateText } from '#web/components/date-text.tsx'
import { Card, CardTitle } from '#web/components/ui/card.tsx'
import { withClinic } from '#web/lib/clinic/clinic-address.ts'
import { serverNow } from '#web/lib/page/clock.ts'
import type { OverviewLists as Lists } from './queries.ts'
import { ResendButton } from './resend-button.tsx'

const texts = dashboardTexts

interface ListProps {
  path: string
  timeZone: string
}

export function NextRenewals({ renewals, timeZone, path }: ListProps & { renewals: Lists['renewals'] }) {
  return (
    <List title={texts.renewals.title} all={texts.renewals.all} path={path} count={renewals.length}>
      {renewals.map(({ id, patientId, patient, plan, cents, currency, renewsAt }) => (
        <Row
          key={id}
          title={<PersonLink id={patientId}>{patient}</PersonLink>}
          note={plan}
          side={
            <>
              <span className="block font-semibold tabular-nums">{formatMoney(cents, currency)}</span>
              <span className="block text-note text-muted">
                <DateText value={renewsAt} timeZone={timeZone} />
              </span>
            </>
          }
        />
      ))}
    </List>
  )
}

export function WaitingInvitations({ waiting, timeZone, path }: ListProps & { waiting: Lists['waiting'] }) {
  return (
    <List title={texts.waiting.title} all={texts.waiting.all} path={path} count={waiting.length}>
      {waiting.map((invitation) => (
        <Row
          key={invitation.membershipId}
          title={
            <PersonLink id={invitation.membershipId}>
              {invitation.name ?? <AddressText>{invitation.email}</AddressText>}
            </PersonLink>
          }
          note={
            new Date(invitation.expiresAt).getTime() <= serverNow().getTime()
              ? texts.waiting.expired
              : texts.waiting.validUntil(dateInText(invitation.expiresAt, timeZone))
          }
          side={<ResendButton {...invitation} />}
        />
      ))}
    </List>
  )
}

function List({
  title,
  all,
  path,
  count,
  children,
}: {
  title: string
  all: string
  path: string
  count: number
  children: ReactNode
}) {
  const id = useId()
  if (count === 0) return null
  return (
    <Card role="region" aria-labelledby={id}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <CardTitle id={id}>{title}</CardTitle>
        <Link to={withClinic(path)} className="link text-form">
          {all}
        </Link>
      </div>
      <ul className="mt-2 -mb-2 divide-y divide-line">{children}</ul>
    </Card>
  )
}

/** @param id of the membership or of the patient's record */
function PersonLink({ id, children }: { id: string; children: ReactNode }) {
  return (
    <Link to={withClinic(personPath(id))} className="block truncate font-semibold hover:underline">
      {children}
    </Link>
  )
}

function Row({ title, note, side }: { title: ReactNode; note: ReactNode; side: ReactNode }) {
  return (
    <li className="flex min-h-14 items-center justify-between gap-4 py-2 text-form">
      <span className="min-w-0">
        {title}
        <span className="block truncate text-note text-muted">{note}</span>
      </span>
      <span className="flex-none text-right">{side}</span>
    </li>
  )
}
