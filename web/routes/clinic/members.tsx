import { useQuery } from '@tanstack/react-query'
import { UserPlus, Users } from 'lucide-react'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { filterMembers, pageOf } from '#domain/memberships/member-list.ts'
import { paths } from '#domain/paths.ts'
import { invitationTexts } from '#domain/texts/invitations.ts'
import { membershipTexts } from '#domain/texts/memberships.ts'
import { EmptyState } from '#web/components/empty-state.tsx'
import { ErrorState } from '#web/components/error-state.tsx'
import { PageHeading } from '#web/components/page-heading.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Notice } from '#web/components/ui/notice.tsx'
import { InviteDialog } from '#web/features/invitations/invite-dialog.tsx'
import { MemberFilters } from '#web/features/memberships/member-filters.tsx'
import { MemberSkeleton } from '#web/features/memberships/member-skeleton.tsx'
import { MemberTable } from '#web/features/memberships/member-table.tsx'
import { Paging } from '#web/features/memberships/paging.tsx'
import { type MemberList, membersQuery } from '#web/features/memberships/queries.ts'
import { useMemberFilters } from '#web/features/memberships/use-member-filters.ts'
import { withClinic } from '#web/lib/clinic-address.ts'
import { useClinic } from '#web/lib/current-clinic.ts'
import { useSession } from '#web/lib/session-context.ts'
import { useCan } from '#web/lib/use-can.ts'

const texts = membershipTexts
const membersPerPage = 25

/** Clinic Members (docs/specification.md B2.10). */
export default function Members() {
  const clinic = useClinic()
  const list = useQuery(membersQuery(clinic))
  return (
    <>
      <PageHeading
        title={texts.title}
        site={clinic.name}
        lead={texts.lead(clinic.name)}
        actions={<Invitations clinicId={clinic.id} />}
      />
      <div className="mt-8">
        {list.isPending ? (
          <MemberSkeleton />
        ) : list.isError ? (
          <ErrorState title={texts.failed} onRetry={() => void list.refetch()} />
        ) : (
          <FilteredMembers list={list.data} />
        )}
      </div>
    </>
  )
}

/** The two invitations; `?invite=patient` opens one of them, for links from other pages. */
function Invitations({ clinicId }: { clinicId: string }) {
  const may = useCan()
  const [query, setQuery] = useSearchParams()
  const [open, setOpen] = useState(query.get('invite'))

  function change(audience: 'team' | 'patient', isOpen: boolean): void {
    setOpen(isOpen ? audience : null)
    if (!isOpen && query.has('invite')) {
      const rest = new URLSearchParams(query)
      rest.delete('invite')
      setQuery(rest, { replace: true })
    }
  }

  const common = { clinicId, redirectPath: withClinic(paths.inviteCallback) }
  return (
    <>
      {may('members:invite-patient') && (
        <InviteDialog
          {...common}
          audience="patient"
          isOpen={open === 'patient'}
          onOpenChange={(isOpen) => change('patient', isOpen)}
        >
          <Button variant={may('members:invite-team') ? 'outline' : 'primary'}>
            <UserPlus aria-hidden />
            {invitationTexts.dialog.openPatient}
          </Button>
        </InviteDialog>
      )}
      {may('members:invite-team') && (
        <InviteDialog
          {...common}
          audience="team"
          isOpen={open === 'team'}
          onOpenChange={(isOpen) => change('team', isOpen)}
        >
          <Button>
            <UserPlus aria-hidden />
            {invitationTexts.dialog.open}
          </Button>
        </InviteDialog>
      )}
    </>
  )
}

function FilteredMembers({ list }: { list: MemberList }) {
  const clinic = useClinic()
  const { user } = useSession()
  const may = useCan()
  const { filters, page, isFiltered, change, goToPage } = useMemberFilters()
  const found = filterMembers(list.members, filters)
  const shown = pageOf(found, page, membersPerPage)
  const isAlone = list.members.length === 1 && list.members[0]?.userId === user?.id

  return (
    <div className="space-y-6">
      {list.areNamesMissing && <Notice tone="warning">{texts.namesFailed}</Notice>}
      <MemberFilters filters={filters} onChange={change} />
      {found.length === 0 ? (
        <EmptyState
          icon={Users}
          title={texts.noMatch}
          action={
            <Button variant="outline" onClick={() => change({ search: '', role: 'all', status: 'all' })}>
              {texts.filters.clear}
            </Button>
          }
        />
      ) : (
        <>
          <MemberTable
            members={shown.items}
            clinic={clinic}
            ownUserId={user?.id}
            canChange={may('members:update')}
          />
          <Paging
            shown={shown.items.length}
            total={list.members.length}
            page={shown.page}
            pageCount={shown.pageCount}
            onPage={goToPage}
          />
        </>
      )}
      {isAlone && !isFiltered && (
        <EmptyState
          icon={UserPlus}
          title={texts.onlyYouTitle}
          action={
            <Button asChild variant="outline">
              <Link to={withClinic(paths.clinicJoinPage)}>{texts.toJoinPage}</Link>
            </Button>
          }
        >
          {texts.onlyYou}
        </EmptyState>
      )}
    </div>
  )
}
