import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { DashboardFigures } from '#domain/dashboard/figures.ts'
import { type NeedTarget, ownNeeds } from '#domain/dashboard/needs-you.ts'
import type { SetupStep } from '#domain/dashboard/setup-checklist.ts'
import { clinicStatementPath, failedPaymentsPath, paths, withQuery } from '#domain/paths.ts'
import { dashboardTexts } from '#domain/texts/dashboard.ts'
import { shellTexts } from '#domain/texts/shell.ts'
import { statementTexts } from '#domain/texts/statements.ts'
import { formatClock } from '#domain/values/dates.ts'
import { ErrorState } from '#web/components/error-state.tsx'
import { PageHeading } from '#web/components/page/page-heading.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Loading, Skeleton } from '#web/components/ui/skeleton.tsx'
import { Spinner } from '#web/components/ui/spinner.tsx'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '#web/components/ui/tabs.tsx'
import { RecentActivity } from '#web/features/activity/recent-activity.tsx'
import { MonthOverview } from '#web/features/appointments/calendar/month-overview.tsx'
import { TodayVisits } from '#web/features/appointments/calendar/today-visits.tsx'
import { ProgramOfVisit } from '#web/features/assignments/program-of-visit.tsx'
import { useCheckoutReturn } from '#web/features/clinic-tier/use-checkout-return.ts'
import { ChecklistCard } from '#web/features/dashboard/checklist-card.tsx'
import { Figures } from '#web/features/dashboard/figures.tsx'
import { NeedsYouCard } from '#web/features/dashboard/needs-you-card.tsx'
import { PlanUsage, QuickLinks, SubscriptionCard } from '#web/features/dashboard/overview-cards.tsx'
import { PatientsTab, RecentPatientsCard } from '#web/features/dashboard/patient-lists.tsx'
import {
  dashboardFiguresQuery,
  needsYouQuery,
  setupChecklistQuery,
  type TodayLists,
  todayListsQuery,
} from '#web/features/dashboard/queries.ts'
import { RevenueYear } from '#web/features/dashboard/revenue-year.tsx'
import { NewestMembers, NextRenewals, WaitingInvitations } from '#web/features/dashboard/today-lists.tsx'
import { usePayoutReturn } from '#web/features/payouts/use-payout-return.ts'
import { OpenStatements, RevenueCard } from '#web/features/statements/month-cards.tsx'
import { moneyOverviewQuery } from '#web/features/statements/queries.ts'
import { TasksCard } from '#web/features/tasks/tasks-card.tsx'
import { StaffTab } from '#web/features/team/staff-tab.tsx'
import { useRecoveryReminder } from '#web/features/two-factor/recovery-reminder.ts'
import { LessonOfVisit } from '#web/features/visit-lessons/visit-lesson.tsx'
import { mainUrl, withClinic } from '#web/lib/clinic/clinic-address.ts'
import { type Clinic, useClinic } from '#web/lib/clinic/current-clinic.ts'
import { useCan } from '#web/lib/clinic/use-can.ts'
import { useTab } from '#web/lib/hooks/use-tab.ts'
import { byServer, serverNow } from '#web/lib/page/clock.ts'
import { useSession } from '#web/lib/session/session-context.ts'
import { useTodayReads } from './use-today-reads.ts'

const texts = dashboardTexts.page
const tabs = ['today', 'overview', 'patients', 'staff', 'billing'] as const

const stepPaths: Record<SetupStep, string> = {
  profile: paths.settingsClinic,
  'second-step': `${paths.settingsPassword}#two-step`,
  payouts: paths.clinicMoney,
  plan: paths.clinicPlans,
  'join-page': paths.clinicJoinPage,
  'first-patient': withQuery(paths.members, { invite: 'patient' }),
}

/** '{clinic name} Dashboard' (docs/specification.md B2.9): set-up, open issues, figures. */
export default function Dashboard() {
  const clinic = useClinic()
  const slug = clinic.subdomain
  const may = useCan()
  usePayoutReturn()
  useCheckoutReturn()
  const { role } = useSession()
  const seesMoney = may('money:read')
  const checklist = useQuery({ ...setupChecklistQuery(slug), enabled: may('clinic:update') })
  const needs = useQuery(needsYouQuery(slug, { money: seesMoney, invite: may('members:import') }))
  const figures = useQuery(dashboardFiguresQuery(slug))
  const lists = useQuery(todayListsQuery(slug))
  const reminder = useRecoveryReminder()
  const [tab, choose] = useTab(tabs)
  useTodayReads(clinic, tab === 'today')
  const shown: UseQueryResult[] = may('clinic:update') ? [checklist, needs, figures] : [needs, figures]

  // staff start with the day's visits, admins with the clinic's figures (docs/specification.md A4)
  const opensWithFigures = role === 'admin'
  const summary = figures.data && (
    <Figures
      figures={figures.data}
      canManageStaff={may('members:invite-team')}
      links={{
        patients: withQuery(paths.members, { role: 'patient' }),
        staff: may('team:write') ? paths.settingsTeam : withQuery(paths.members, { role: 'staff' }),
        visits: withQuery(paths.appointments, { show: 'today' }),
        money: paths.clinicMoney,
      }}
    />
  )
  const visits = may('appointments:read') && <Visits clinic={clinic} seesLessons={may('lessons:read')} />

  return (
    <>
      <PageHeading
        title={texts.title(clinic.name)}
        site={clinic.name}
        actions={<AsOf reads={shown} timeZone={clinic.time_zone} />}
      />
      <div className="mt-8 space-y-6">
        {shown.some(({ isPending }) => isPending) ? (
          <DashboardSkeleton />
        ) : shown.some(({ data }) => data === undefined) ? (
          <LoadFailed reads={shown} />
        ) : (
          <>
            {opensWithFigures && summary}
            <Tabs value={tab} onValueChange={choose}>
              <TabsList aria-label={dashboardTexts.tabs.label} className="max-sm:overflow-x-auto">
                {tabs
                  .filter((name) => name !== 'billing' || seesMoney)
                  .map((name) => (
                    <TabsTrigger key={name} value={name}>
                      {dashboardTexts.tabs[name]}
                    </TabsTrigger>
                  ))}
              </TabsList>
              <TabsContent value="today" className="space-y-6">
                {!opensWithFigures && visits}
                {checklist.data && !checklist.data.isComplete && (
                  <ChecklistCard checklist={checklist.data} pathOf={stepPaths} />
                )}
                {needs.data && (
                  <NeedsYouCard
                    needs={[...ownNeeds(reminder), ...needs.data]}
                    pathOf={(target) => needPath(target, seesMoney)}
                  />
                )}
                {opensWithFigures && visits}
                <TasksCard clinic={clinic} />
                {!opensWithFigures && summary}
                <Below
                  lists={lists}
                  timeZone={clinic.time_zone}
                  revenue={
                    figures.data?.revenue && (
                      <RevenueYear {...figures.data.revenue} pathOf={clinicStatementPath} />
                    )
                  }
                />
              </TabsContent>
              <TabsContent value="overview">
                {figures.data && <Overview figures={figures.data} />}
              </TabsContent>
              <TabsContent value="patients">
                <PatientsTab clinic={clinic} canInvite={may('members:invite-patient')} />
              </TabsContent>
              <TabsContent value="staff">
                <StaffTab clinic={clinic} canManage={may('team:write')} />
              </TabsContent>
              {seesMoney && (
                <TabsContent value="billing">
                  <Billing />
                </TabsContent>
              )}
            </Tabs>
          </>
        )}
      </div>
    </>
  )
}

function Visits({ clinic, seesLessons }: { clinic: Clinic; seesLessons: boolean }) {
  return (
    <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
      <div className="grid grid-cols-1 gap-6">
        <TodayVisits
          clinic={clinic}
          lessonOf={(visit) => (
            <>
              {seesLessons && <ProgramOfVisit slug={clinic.subdomain} visit={visit} />}
              <LessonOfVisit slug={clinic.subdomain} appointmentId={visit.id} />
            </>
          )}
        />
      </div>
      <MonthOverview clinic={clinic} />
    </div>
  )
}

/** Recent activity, usage of the clinic's plan, and quick links (docs/specification.md B2.9). */
function Overview({ figures }: { figures: DashboardFigures }) {
  const clinic = useClinic()
  const may = useCan()
  const seesActivity = may('audit:read')
  const patients = <RecentPatientsCard clinic={clinic} />
  const links = <QuickLinks may={may} />
  return (
    <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
      <div className="grid grid-cols-1 gap-6">
        {seesActivity ? <RecentActivity clinic={clinic} /> : patients}
        {seesActivity && links}
      </div>
      <div className="grid grid-cols-1 gap-6">
        {may('money:read') && <SubscriptionCard clinic={clinic} />}
        <PlanUsage slug={clinic.subdomain} patients={figures.patients.total} staff={figures.staff} />
        {seesActivity ? patients : links}
      </div>
    </div>
  )
}

function Billing() {
  const clinic = useClinic()
  const overview = useQuery(moneyOverviewQuery(clinic.subdomain))
  return (
    <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
      <div className="grid grid-cols-1 gap-6">
        <SubscriptionCard clinic={clinic} />
        {overview.data && <RevenueCard overview={overview.data} />}
      </div>
      <div className="grid grid-cols-1 gap-6">
        {overview.isPending && (
          <Loading>
            <Skeleton className="h-80 rounded-card" />
          </Loading>
        )}
        {overview.isError && (
          <ErrorState title={statementTexts.overview.failed} onRetry={() => void overview.refetch()} />
        )}
        {overview.data && <OpenStatements overview={overview.data} />}
        <p>
          <Link to={withClinic(paths.clinicMoney)} className="link text-form">
            {dashboardTexts.billing.all}
          </Link>
        </p>
      </div>
    </div>
  )
}

function Below({
  lists,
  timeZone,
  revenue,
}: {
  lists: UseQueryResult<TodayLists>
  timeZone: string
  revenue: ReactNode
}) {
  if (lists.isPending || !lists.data) {
    return (
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
        {revenue}
        {lists.isPending ? (
          <Loading>
            <Skeleton className="h-80 rounded-card" />
          </Loading>
        ) : (
          <ErrorState title={dashboardTexts.listsFailed} onRetry={() => void lists.refetch()} />
        )}
      </div>
    )
  }
  const { newest, renewals, waiting } = lists.data
  const next = (
    <NextRenewals
      timeZone={timeZone}
      renewals={renewals}
      path={withQuery(paths.members, { role: 'patient' })}
    />
  )
  return (
    <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
      <div className="grid grid-cols-1 gap-6">
        {revenue || next}
        <WaitingInvitations
          timeZone={timeZone}
          waiting={waiting}
          path={withQuery(paths.members, { status: 'invited' })}
        />
      </div>
      <div className="grid grid-cols-1 gap-6">
        {revenue && next}
        <NewestMembers timeZone={timeZone} newest={newest} path={paths.members} />
      </div>
    </div>
  )
}

function needPath(target: NeedTarget, seesMoney: boolean): string {
  if (target.page === 'billing') return paths.settingsBilling
  if (target.page === 'statements')
    return target.month ? clinicStatementPath(target.month) : paths.clinicMoney
  if (target.page === 'recovery-codes') return paths.settingsPassword
  if (target.page === 'uninvited') return paths.members
  if (target.page === 'members')
    return withQuery(paths.members, { search: target.search, status: target.status })
  if (target.page === 'failed-payments')
    return seesMoney ? failedPaymentsPath : withQuery(paths.members, { payment: 'past_due' })
  return paths.clinicMoney
}

function AsOf({ reads, timeZone }: { reads: UseQueryResult[]; timeZone: string }) {
  const readAt = Math.min(...reads.map(({ dataUpdatedAt }) => dataUpdatedAt))
  // reserves its space, so that the page below does not move
  if (readAt === 0)
    return (
      <p aria-hidden="true" className="invisible flex min-h-11 items-center pr-12 text-form tabular-nums">
        {texts.asOf(formatClock(serverNow(), timeZone))}
      </p>
    )
  const isBusy = reads.some(({ isFetching }) => isFetching)
  return (
    <p className="flex items-center gap-1 text-form text-muted tabular-nums">
      {texts.asOf(formatClock(byServer(readAt), timeZone))}
      <Button
        variant="quiet"
        size="icon"
        aria-label={isBusy ? texts.refreshing : texts.refresh}
        onClick={() => {
          for (const read of reads) void read.refetch({ cancelRefetch: false })
        }}
      >
        {isBusy ? <Spinner /> : <RotateCw aria-hidden />}
      </Button>
    </p>
  )
}

function LoadFailed({ reads }: { reads: UseQueryResult[] }) {
  const failed = reads.find(({ error }) => error !== null)
  return (
    <ErrorState
      title={shellTexts.clinicFailedTitle}
      onRetry={() => {
        for (const read of reads) void read.refetch()
      }}
      action={
        <Button asChild>
          <a href={mainUrl(paths.landing)}>{shellTexts.goToHomepage}</a>
        </Button>
      }
    >
      {failed?.error instanceof Error && <p>{failed.error.message}</p>}
      <p>{shellTexts.clinicFailedAdvice}</p>
    </ErrorState>
  )
}

function DashboardSkeleton() {
  return (
    <Loading label={texts.loading}>
      <p className="mb-4 text-form text-muted" aria-hidden="true">
        {texts.loading}
      </p>
      <Skeleton className="h-32 rounded-card" />
      <Skeleton className="mt-6 h-22 rounded-card" />
      <div className="mt-6 grid gap-6 lg:grid-cols-2">
        <Skeleton className="h-96 rounded-card" />
        <Skeleton className="h-96 rounded-card" />
      </div>
    </Loading>
  )
}
