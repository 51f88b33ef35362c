import type { ListedMember } from '#domain/memberships/member-list.ts'
import { membershipTexts } from '#domain/texts/memberships.ts'
import { DateText } from '#web/components/date-text.tsx'
import { AvatarsOf } from '#web/components/people/person-avatar.tsx'
import { Cell, Table } from '#web/components/ui/table.tsx'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { RoleBadge, StatusBadge } from './member-badges.tsx'
import { MemberCell } from './member-cell.tsx'
import { MemberMenu } from './member-menu.tsx'

const { columns } = membershipTexts

export function MemberTable({
  members,
  clinic,
  ownUserId,
  onIntent,
}: {
  members: readonly ListedMember[]
  clinic: Clinic
  ownUserId: string | undefined
  /** called before a person's page is opened, to prefetch it */
  onIntent(): void
}) {
  return (
    <Table label={membershipTexts.tableLabel} className="sm:max-lg:[&_:is(th,td)]:px-2.5">
      <thead>
        <tr>
          <th scope="col">{columns.member}</th>
          <th scope="col">{columns.role}</th>
          <th scope="col">{columns.status}</th>
          <th scope="col">{columns.joined}</th>
          <th scope="col">{columns.lastActive}</th>
          <th scope="col">{columns.actions}</th>
        </tr>
      </thead>
      <tbody>
        <AvatarsOf userIds={members.map(({ userId }) => userId)}>
          {members.map((member) => {
            const isYou = member.userId !== null && member.userId === ownUserId
            return (
              <tr key={member.id}>
                <Cell phone="both">
                  <MemberCell member={member} isYou={isYou} timeZone={clinic.time_zone} onIntent={onIntent} />
                </Cell>
                <Cell>
                  <RoleBadge member={member} />
                </Cell>
                <Cell {...(member.status === 'active' ? {} : { phone: 'side' })}>
                  <StatusBadge member={member} timeZone={clinic.time_zone} />
                </Cell>
                <Cell>
                  {member.status === 'invited' && `${membershipTexts.statuses.invited} `}
                  <DateText value={member.joinedAt} timeZone={clinic.time_zone} />
                </Cell>
                <Cell>
                  {member.lastActiveAt ? (
                    <DateText value={member.lastActiveAt} timeZone={clinic.time_zone} />
                  ) : (
                    <span className="text-muted">{membershipTexts.notYetActive}</span>
                  )}
                </Cell>
                <Cell phone="menu" className="max-sm:min-w-11">
                  <MemberMenu member={member} isYou={isYou} clinic={clinic} isInList />
                </Cell>
              </tr>
            )
          })}
        </AvatarsOf>
      </tbody>
    </Table>
  )
}
