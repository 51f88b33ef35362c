import { useQuery } from '@tanstack/react-query'
import { paths } from '#domain/paths.ts'
import { teamTexts } from '#domain/texts/team.ts'
import { ErrorState } from '#web/components/error-state.tsx'
import { PageHeading } from '#web/components/page/page-heading.tsx'
import { Loading, Skeleton } from '#web/components/ui/skeleton.tsx'
import { teamQuery } from '#web/features/team/queries.ts'
import { TeamInvites } from '#web/features/team/team-invites.tsx'
import { TeamList } from '#web/features/team/team-list.tsx'
import { withClinic } from '#web/lib/clinic/clinic-address.ts'
import { useClinic } from '#web/lib/clinic/current-clinic.ts'
import { useSession } from '#web/lib/session/session-context.ts'

const texts = teamTexts

/** Team (docs/specification.md B2.12): invitations, roles and permissions. Admins only. */
export default function TeamSettings() {
  const clinic = useClinic()
  const { user } = useSession()
  const team = useQuery(teamQuery(clinic))
  return (
    <>
      <PageHeading title={texts.title} site={clinic.name} lead={texts.lead(clinic.name)} />
      <div className="mt-8 space-y-6">
        <TeamInvites clinicId={clinic.id} redirectPath={withClinic(paths.inviteCallback)} />
        {team.isPending ? (
          <Loading>
            <Skeleton className="h-80 rounded-card" />
          </Loading>
        ) : team.data ? (
          <TeamList members={team.data} clinic={clinic} ownUserId={user?.id} />
        ) : (
          <ErrorState title={texts.list.failed} onRetry={() => void team.refetch()} />
        )}
      </div>
    </>
  )
}
