import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { statusText } from '#domain/memberships/member-list.ts'
import { paths, personPath } from '#domain/paths.ts'
import { accessOf } from '#domain/team/team.ts'
import { dashboardTexts } from '#domain/texts/dashboard.ts'
import { membershipTexts } from '#domain/texts/memberships.ts'
import { teamTexts } from '#domain/texts/team.ts'
import { AddressText } from '#web/components/address-text.tsx'
import { DateText } from '#web/components/date-text.tsx'
import { ErrorState } from '#web/components/error-state.tsx'
import { Badge } from '#web/components/ui/badge.tsx'
import { Loading, Skeleton } from '#web/components/ui/skeleton.tsx'
import { Cell, Table } from '#web/components/ui/table.tsx'
import { withClinic } from '#web/lib/clinic/clinic-address.ts'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { teamQuery } from './queries.ts'

const texts = dashboardTexts.staff

export function StaffTab({ clinic, canManage }: { clinic: Clinic; canManage: boolean }) {
  const team = useQuery(teamQuery(clinic))
  if (team.isPending) {
    return (
      <Loading>
        <Skeleton className="h-80 rounded-card" />
      </Loading>
    )
  }
  if (team.data === undefined)
    return <ErrorState title={teamTexts.list.failed} onRetry={() => void team.refetch()} />
  return (
    <div className="space-y-3">
      {canManage && (
        <p className="text-right">
          <Link to={withClinic(paths.settingsTeam)} className="link text-form">
            {texts.manage}
          </Link>
        </p>
      )}
      <Table label={teamTexts.list.label}>
        <thead>
          <tr>
            <th scope="col">{texts.columns.name}</th>
            <th scope="col">{texts.columns.role}</th>
            <th scope="col">{texts.columns.lastActive}</th>
          </tr>
        </thead>
        <tbody>
          {team.data.map((member) => (
            <tr key={member.id}>
              <Cell phone="title">
                <Link
                  to={withClinic(personPath(member.id))}
                  className="block font-semibold break-words hover:underline"
                >
                  {member.name}
                </Link>
                {member.email !== member.name && (
                  <AddressText className="text-note text-muted">{member.email}</AddressText>
                )}
              </Cell>
              <Cell phone="amount">
                <Badge tone={member.role === 'admin' ? 'tint' : member.isReadOnly ? 'neutral' : 'info'}>
                  {member.isOwner ? membershipTexts.owner : teamTexts.accesses[accessOf(member)]}
                </Badge>
              </Cell>
              <Cell phone="badge">
                {member.lastActiveAt ? (
                  <DateText value={member.lastActiveAt} timeZone={clinic.time_zone} />
                ) : (
                  <span className="text-muted">
                    {member.status === 'active' && member.userId
                      ? membershipTexts.notYetActive
                      : statusText(member)}
                  </span>
                )}
              </Cell>
            </tr>
          ))}
        </tbody>
      </Table>
    </div>
  )
}
