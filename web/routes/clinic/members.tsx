import { useQuery } from '@tanstack/react-query'
import { ChevronDown, Download, FileUp, UserPlus, UserRoundPlus, Users } from 'lucide-react'
import { lazy, Suspense, useRef } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import {
  type MemberFilters as MemberFilterValues,
  memberTabs,
  noMemberFilters,
} from '#domain/memberships/member-list.ts'
import { paths, personPath } from '#domain/paths.ts'
import { invitationTexts } from '#domain/texts/invitations.ts'
import { membershipTexts } from '#domain/texts/memberships.ts'
import { patientTexts } from '#domain/texts/patients.ts'
import { EmptyState } from '#web/components/empty-state.tsx'
import { ErrorState } from '#web/components/error-state.tsx'
import { PageHeading } from '#web/components/page/page-heading.tsx'
import { NewPatientDialog } from '#web/components/people/new-patient-dialog.tsx'
import { Button } from '#web/components/ui/button.tsx'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '#web/components/ui/dropdown-menu.tsx'
import { Spinner } from '#web/components/ui/spinner.tsx'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '#web/components/ui/tabs.tsx'
import { InviteDialog } from '#web/features/invitations/invite-dialog.tsx'
import { MemberFilters } from '#web/features/memberships/member-filters.tsx'
import { MemberSkeleton } from '#web/features/memberships/member-skeleton.tsx'
import { MemberTable } from '#web/features/memberships/member-table.tsx'
import { Paging } from '#web/features/memberships/paging.tsx'
import { membersQuery } from '#web/features/memberships/queries.ts'
import { useMemberExport } from '#web/features/memberships/use-member-export.ts'
import { useMemberFilters } from '#web/features/memberships/use-member-filters.ts'
import { withClinic } from '#web/lib/clinic/clinic-address.ts'
import { type Clinic, useClinic } from '#web/lib/clinic/current-clinic.ts'
import { useCan } from '#web/lib/clinic/use-can.ts'
import { useCalmStart } from '#web/lib/hooks/use-calm-start.ts'
import { loadPart } from '#web/lib/page/page-chunks.ts'
import { useSession } from '#web/lib/session/session-context.ts'

const texts = membershipTexts

export default function Members() {
  const clinic = useClinic()
  const may = useCan()
  const list = useMemberFilters()
  return (
    <>
      <PageHeading
        title={texts.title}
        site={clinic.name}
        lead={texts.lead(clinic.name)}
        actions={<Actions clinic={clinic} filters={list.filters} />}
      />
      <div className="mt-6">
        <Duplicates clinic={clinic} />
        {may('members:import') && (
          <Suspense fallback={null}>
            <UninvitedPatients slug={clinic.subdomain} />
          </Suspense>
        )}
        <MemberList list={list} />
      </div>
    </>
  )
}

const DuplicatesLink = lazy(() =>
  loadPart(() =>
    import('#web/features/patient-merges/duplicates-link.tsx').then((part) => ({
      default: part.DuplicatesLink,
    })),
  ),
)
const PatientsLike = lazy(() =>
  loadPart(() =>
    import('#web/features/patient-merges/patients-like.tsx').then((part) => ({ default: part.PatientsLike })),
  ),
)

const UninvitedPatients = lazy(() =>
  loadPart(() =>
    import('#web/features/invitations/uninvited-patients.tsx').then((part) => ({
      default: part.UninvitedPatients,
    })),
  ),
)

const ResendExpired = lazy(() =>
  loadPart(() =>
    import('#web/features/invitations/resend-expired.tsx').then((part) => ({ default: part.ResendExpired })),
  ),
)

function Duplicates({ clinic }: { clinic: Clinic }) {
  const may = useCan()
  if (!may('patients:merge')) return null
  return (
    <Suspense fallback={null}>
      <DuplicatesLink slug={clinic.subdomain} />
    </Suspense>
  )
}

/** The primary action, and the others under "More". The open dialog is in the address. */
function Actions({ clinic, filters }: { clinic: Clinic; filters: MemberFilterValues }) {
  const may = useCan()
  const navigate = useNavigate()
  const [query, setQuery] = useSearchParams()
  const exporting = useMemberExport(filters)
  const opener = useRef<HTMLButtonElement>(null)
  const audience = query.get('invite')
  const hasMore = may('members:invite-team') || may('members:import') || may('members:export')

  function open(name: 'invite' | 'new', value: string | null): void {
    const next = new URLSearchParams(query)
    if (value) next.set(name, value)
    else next.delete(name)
    setQuery(next, { replace: true, preventScrollReset: true })
  }

  return (
    <>
      {may('patients:write') && (
        <Button onClick={() => open('new', 'patient')}>
          <UserRoundPlus aria-hidden />
          {patientTexts.open}
        </Button>
      )}
      {may('members:invite-patient') && !hasMore && (
        <Button ref={opener} variant="outline" onClick={() => open('invite', 'patient')}>
          <UserPlus aria-hidden />
          {invitationTexts.dialog.openPatient}
        </Button>
      )}
      {hasMore && (
        <DropdownMenu>
          <DropdownMenuTrigger asChild>
            <Button ref={opener} variant="outline">
              {exporting.isPending ? texts.exported.busy : texts.more}
              {exporting.isPending ? <Spinner /> : <ChevronDown aria-hidden />}
            </Button>
          </DropdownMenuTrigger>
          <DropdownMenuContent>
            {may('members:invite-patient') && (
              <DropdownMenuItem onSelect={() => open('invite', 'patient')}>
                <UserPlus aria-hidden />
                {invitationTexts.dialog.openPatient}
              </DropdownMenuItem>
            )}
            {may('members:invite-team') && (
              <DropdownMenuItem onSelect={() => open('invite', 'team')}>
                <Users aria-hidden />
                <span>
                  {invitationTexts.dialog.open}
                  <span className="block text-note text-muted">{invitationTexts.dialog.openTeam}</span>
                </span>
              </DropdownMenuItem>
            )}
            {may('members:import') && (
              <DropdownMenuItem asChild>
                <Link to={withClinic(paths.membersImport)}>
                  <FileUp aria-hidden />
                  {texts.importFile}
                </Link>
              </DropdownMenuItem>
            )}
            {may('members:export') && (
              <DropdownMenuItem onSelect={() => exporting.isPending || exporting.mutate()}>
                <Download aria-hidden />
                {texts.exported.button}
              </DropdownMenuItem>
            )}
          </DropdownMenuContent>
        </DropdownMenu>
      )}
      <InviteDialog
        clinicId={clinic.id}
        redirectPath={withClinic(paths.inviteCallback)}
        opener={opener}
        audience={audience === 'patient' || audience === 'team' ? audience : null}
        onClose={() => open('invite', null)}
        hint={({ name, email }) => (
          <Suspense fallback={null}>
            <PatientsLike slug={clinic.subdomain} name={name} email={email} />
          </Suspense>
        )}
      />
      {may('patients:write') && (
        <NewPatientDialog
          clinic={clinic}
          isOpen={query.get('new') === 'patient'}
          onOpenChange={(isOpen) => open('new', isOpen ? 'patient' : null)}
          onChosen={({ id }) => navigate(withClinic(personPath(id)))}
        />
      )}
    </>
  )
}

function MemberList({ list }: { list: ReturnType<typeof useMemberFilters> }) {
  const clinic = useClinic()
  const { user } = useSession()
  const { filters, asked, place, isFiltered, change, goTo } = list
  const page = useQuery(membersQuery(clinic.subdomain, asked, place))
  const isReady = useCalmStart(!page.isPending)
  const isAlone = page.data?.total === 1 && page.data.members[0]?.userId === user?.id

  return (
    <Tabs value={filters.tab} onValueChange={(tab) => change({ tab: tab as MemberFilterValues['tab'] })}>
      <TabsList aria-label={texts.tabs.label}>
        {memberTabs.map((tab) => (
          <TabsTrigger key={tab} value={tab}>
            {texts.tabs[tab]}
          </TabsTrigger>
        ))}
      </TabsList>
      <TabsContent value={filters.tab} className="space-y-6">
        <MemberFilters filters={filters} onChange={change} />
        {filters.status === 'invited' && (
          <Suspense fallback={null}>
            <ResendExpired slug={clinic.subdomain} />
          </Suspense>
        )}
        {!isReady ? (
          <MemberSkeleton />
        ) : !page.data ? (
          <ErrorState title={texts.failed} onRetry={() => void page.refetch()} />
        ) : page.data.members.length === 0 ? (
          <EmptyState
            icon={Users}
            title={texts.noMatch}
            action={
              <Button variant="outline" onClick={() => change(noMemberFilters)}>
                {texts.filters.clear}
              </Button>
            }
          />
        ) : (
          <>
            <MemberTable
              members={page.data.members}
              clinic={clinic}
              ownUserId={user?.id}
              onIntent={loadPersonPage}
            />
            <Paging page={page.data} onGoTo={goTo} />
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
      </TabsContent>
    </Tabs>
  )
}

/** Preloads the page's code, not the person: each read of a patient is recorded, and pointing at a name is none. */
function loadPersonPage(): void {
  loadPart(() => import('./person.tsx'), null).catch(() => undefined)
}
