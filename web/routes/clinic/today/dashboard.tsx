import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useSearchParams } from 'react-router'
import { shortDay } from '#domain/appointments/visit-time.ts'
import type { DashboardFigures } from '#domain/dashboard/figures.ts'
import { type Need, type NeedTarget, ownNeeds } from '#domain/dashboard/needs-you.ts'
import type { SetupChecklist, SetupStep } from '#domain/dashboard/setup-checklist.ts'
import {
  clinicStatementPath,
  failedPaymentsPath,
  membersOverduePath,
  moneyTabAddress,
  paths,
  withQuery,
} from '#domain/paths.ts'
import { settingsCardIds } from '#domain/settings-card-ids.ts'
import { dashboardTexts } from '#domain/texts/dashboard.ts'
import { shellTexts } from '#domain/texts/shell.ts'
import { formatClock } from '#domain/values/dates.ts'
import { dateIn } from '#domain/values/zones.ts'
import { ErrorState } from '#web/components/error-state.tsx'
import { PageHeading } from '#web/components/page/page-heading.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { useWasOpen } from '#web/components/ui/layers/late-layer.tsx'
import { Loading, Skeleton } from '#web/components/ui/skeleton.tsx'
import { Spinner } from '#web/components/ui/spinner.tsx'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '#web/components/ui/tabs.tsx'
import { MonthOverview } from '#web/features/appointments/calendar/month-overview.tsx'
import { TodayVisits, useDeskDay } from '#web/features/appointments/calendar/today-visits.tsx'
import { ProgramOfVisit } from '#web/features/assignments/program-of-visit.tsx'
import { ChecklistCard } from '#web/features/dashboard/checklist-card.tsx'
import { Figures } from '#web/features/dashboard/figures.tsx'
import { NeedsYouCard } from '#web/features/dashboard/needs-you-card.tsx'
import { dashboardFiguresQuery, needsYouQuery, setupChecklistQuery } from '#web/features/dashboard/queries.ts'
import { TasksCard } from '#web/features/tasks/tasks-card.tsx'
import { useRecoveryReminder } from '#web/features/two-factor/recovery-reminder.ts'
import { LessonOfVisit } from '#web/features/visit-lessons/visit-lesson.tsx'
import { mainUrl } from '#web/lib/clinic/clinic-address.ts'
import { type Clinic, useClinic } from '#web/lib/clinic/current-clinic.ts'
import { handoverPath } from '#web/lib/clinic/handover-path.ts'
import { useCan } from '#web/lib/clinic/use-can.ts'
import { useCalmStart } from '#web/lib/hooks/use-calm-start.ts'
import { useTab } from '#web/lib/hooks/use-tab.ts'
import { byServer, serverNow } from '#web/lib/page/clock.ts'
import { loadPart } from '#web/lib/page/page-chunks.ts'
import { otherTabs } from './other-tabs.ts'
import { useDeskNeeds } from './use-desk-needs.ts'
import { useTodayReads } from './use-today-reads.ts'

const texts = dashboardTexts.page
const tabs = ['today', ...otherTabs] as const

const StripeReturns = lazy(() => loadPart(() => import('./stripe-returns.tsx')))
const OtherTab = lazy(() => loadPart(() => import('./other-tab.tsx')))

const stepPaths: Record<SetupStep, string> = {
  profile: paths.settingsClinic,
  'second-step': `${paths.settingsPassword}#two-step`,
  hours: paths.settingsScheduling,
  payouts: `${paths.clinicMoney}#${settingsCardIds.payouts}`,
  card: withQuery(paths.settingsBilling, { back: paths.clinic }),
  plan: paths.clinicNewPlan,
  'join-page': paths.clinicJoinPage,
  'first-patient': withQuery(paths.members, { invite: 'patient' }),
}

const tasksId = 'tasks'

const deskPaths = {
  messages: paths.messages,
  requests: withQuery(paths.appointments, { show: 'requested' }),
  'open-visits': withQuery(paths.appointments, { show: 'open' }),
  calls: withQuery(paths.appointments, { tab: 'calls' }),
  tasks: `${paths.clinic}#${tasksId}`,
  feedback: paths.clinicFeedback,
  uninvited: paths.members,
  billing: paths.settingsBilling,
  payouts: paths.clinicMoney,
  'recovery-codes': paths.settingsPassword,
} as const

/** '{clinic name} Dashboard' (docs/specification.md B2.9): the day's work first, then the figures. */
export default function Dashboard() {
  const clinic = useClinic()
  const slug = clinic.subdomain
  const may = useCan()
  const [query] = useSearchParams()
  // stays after the query is gone, while its request runs
  const isReturn = useWasOpen(query.has('payouts') || query.has('checkout'))
  const seesMoney = may('money:read')
  const checklist = useQuery({ ...setupChecklistQuery(slug), enabled: may('clinic:update') })
  const needs = useQuery(
    needsYouQuery(slug, clinic.time_zone, { money: seesMoney, invite: may('members:import') }),
  )
  const figures = useQuery(dashboardFiguresQuery(slug))
  const shownTabs = tabs.filter((name) => name !== 'billing' || seesMoney)
  const [tab, choose] = useTab(tabs)
  useTodayReads(clinic, tab === 'today')
  const isDeskPending = useDeskDay(clinic, tab === 'today' && may('appointments:read')).isPending
  // at first only: the cards below the visits would move
  const [isDeskKnown, setDeskKnown] = useState(false)
  if (!isDeskKnown && !isDeskPending) setDeskKnown(true)
  const shown: UseQueryResult[] = may('clinic:update') ? [checklist, needs, figures] : [needs, figures]
  const isReady = useCalmStart(isDeskKnown && shown.every(({ isPending }) => !isPending))

  return (
    <>
      <PageHeading
        title={texts.title(clinic.name)}
        site={clinic.name}
        isCompact
        actions={<AsOf reads={shown} timeZone={clinic.time_zone} />}
      />
      {isReturn && (
        <Suspense fallback={null}>
          <StripeReturns />
        </Suspense>
      )}
      <div className="mt-2">
        {!isReady ? (
          <DashboardSkeleton />
        ) : shown.some(({ data }) => data === undefined) || !needs.data || !figures.data ? (
          <LoadFailed reads={shown} />
        ) : (
          <Tabs value={tab} onValueChange={choose}>
            <TabsList aria-label={dashboardTexts.tabs.label} className="max-sm:overflow-x-auto">
              {shownTabs.map((name) => (
                <TabsTrigger key={name} value={name}>
                  {dashboardTexts.tabs[name]}
                </TabsTrigger>
              ))}
            </TabsList>
            <TabsContent value="today">
              <Today
                clinic={clinic}
                checklist={checklist.data}
                clinicNeeds={needs.data}
                figures={figures.data}
              />
            </TabsContent>
            {shownTabs.map((name) =>
              name === 'today' ? null : (
                <TabsContent key={name} value={name}>
                  <Suspense fallback={<TabSkeleton />}>
                    <OtherTab tab={name} figures={figures.data} />
                  </Suspense>
                </TabsContent>
              ),
            )}
          </Tabs>
        )}
      </div>
    </>
  )
}

/** The desk: visits beside the work that waits; month and figures below. A new clinic's set-up replaces them. */
function Today({
  clinic,
  checklist,
  clinicNeeds,
  figures,
}: {
  clinic: Clinic
  checklist: SetupChecklist | undefined
  clinicNeeds: readonly Need[]
  figures: DashboardFigures
}) {
  const may = useCan()
  const seesMoney = may('money:read')
  const desk = useDeskNeeds(clinic)
  const reminder = useRecoveryReminder()
  const needs = [...ownNeeds(reminder), ...clinicNeeds, ...desk.needs]
  const needsYou = (
    <NeedsYouCard
      needs={needs}
      canFixPayments={seesMoney && may('payments:collect')}
      pathOf={(target) => needPath(target, seesMoney)}
      isPending={desk.isPending}
      onRetry={desk.onRetry}
    />
  )
  const setUp = checklist && !checklist.isComplete && (
    <ChecklistCard checklist={checklist} pathOf={stepPaths} />
  )
  const isNew = figures.patients.total === 0 && figures.visits.today + figures.visits.upcoming === 0
  if (setUp && isNew)
    return (
      <div className="space-y-6">
        {setUp}
        {needs.length > 0 && needsYou}
      </div>
    )
  return (
    <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,1.2fr)_minmax(0,1fr)] lg:grid-rows-[auto_auto_1fr]">
      {may('appointments:read') && (
        <div className="lg:row-span-2">
          <TodayVisits
            clinic={clinic}
            lessonOf={(visit) => (
              <>
                {may('lessons:read') && <ProgramOfVisit slug={clinic.subdomain} visit={visit} />}
                <LessonOfVisit slug={clinic.subdomain} appointmentId={visit.id} />
              </>
            )}
          />
        </div>
      )}
      {needsYou}
      <div id={tasksId} className="scroll-mt-6 lg:col-start-1 lg:row-start-3 empty:hidden">
        <TasksCard clinic={clinic} />
      </div>
      {may('appointments:read') && (
        <div className="lg:col-start-2 lg:row-span-2 lg:row-start-2">
          <MonthOverview clinic={clinic} />
        </div>
      )}
      {setUp && <div className="lg:col-span-2">{setUp}</div>}
      <div className="lg:col-span-2">
        <Figures
          figures={figures}
          canManageStaff={may('members:invite-team')}
          links={{
            patients: withQuery(paths.members, { role: 'patient' }),
            staff: may('team:write') ? paths.settingsTeam : withQuery(paths.members, { role: 'staff' }),
            visits: withQuery(paths.appointments, { show: 'today' }),
            money: paths.clinicMoney,
          }}
        />
      </div>
    </div>
  )
}

function needPath(target: NeedTarget, seesMoney: boolean): string {
  if (target.page === 'statements')
    return target.month ? clinicStatementPath(target.month) : paths.clinicMoney
  if (target.page === 'members')
    return withQuery(paths.members, { search: target.search, status: target.status })
  if (target.page === 'failed-payments') return seesMoney ? failedPaymentsPath : membersOverduePath
  if (target.page === 'open-invoices') return moneyTabAddress('reports')
  if (target.page === 'handover') return handoverPath(target.providerId, target.from, target.days)
  return deskPaths[target.page]
}

function AsOf({ reads, timeZone }: { reads: UseQueryResult[]; timeZone: string }) {
  const says = (at: Date) => texts.asOf(shortDay(dateIn(at, timeZone)), formatClock(at, timeZone))
  const readAt = Math.min(...reads.map(({ dataUpdatedAt }) => dataUpdatedAt))
  // reserves its space, so that the page below does not move
  if (readAt === 0)
    return (
      <p
        aria-hidden="true"
        className="invisible flex min-h-11 items-center pr-12 text-form tabular-nums max-sm:hidden"
      >
        {says(serverNow())}
      </p>
    )
  const isBusy = reads.some(({ isFetching }) => isFetching)
  return (
    <p className="flex items-center gap-1 text-form whitespace-nowrap text-muted tabular-nums max-sm:hidden">
      {says(byServer(readAt))}
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

function TabSkeleton() {
  return (
    <Loading>
      <Skeleton className="h-80 rounded-card" />
    </Loading>
  )
}

function DashboardSkeleton() {
  return (
    <Loading label={texts.loading}>
      <p className="flex min-h-11 items-center text-form text-muted" aria-hidden="true">
        {texts.loading}
      </p>
      <div className="mt-6 grid gap-6 lg:grid-cols-[minmax(0,1.2fr)_minmax(0,1fr)]">
        <Skeleton className="h-120 rounded-card" />
        <Skeleton className="h-80 rounded-card" />
      </div>
    </Loading>
  )
}
