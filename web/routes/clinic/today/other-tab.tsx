import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { DashboardFigures } from '#domain/dashboard/figures.ts'
import { clinicStatementPath, paths, withQuery } from '#domain/paths.ts'
import { dashboardTexts } from '#domain/texts/dashboard.ts'
import { statementTexts } from '#domain/texts/statements.ts'
import { ErrorState } from '#web/components/error-state.tsx'
import { Loading, Skeleton } from '#web/components/ui/skeleton.tsx'
import { RecentActivity } from '#web/features/activity/recent-activity.tsx'
import { PlanUsage, QuickLinks, SubscriptionCard } from '#web/features/dashboard/overview-cards.tsx'
import { NextRenewals, WaitingInvitations } from '#web/features/dashboard/overview-lists.tsx'
import { PatientsTab, RecentPatientsCard } from '#web/features/dashboard/patient-lists.tsx'
import { overviewListsQuery } from '#web/features/dashboard/queries.ts'
import { QuietMembers } from '#web/features/dashboard/quiet-members.tsx'
import { RevenueYear } from '#web/features/dashboard/revenue-year.tsx'
import { OpenStatements, RevenueCard } from '#web/features/statements/month-cards.tsx'
import { moneyOverviewQuery } from '#web/features/statements/queries.ts'
import { StaffTab } from '#web/features/team/staff-tab.tsx'
import { withClinic } from '#web/lib/clinic/clinic-address.ts'
import { type Clinic, useClinic } from '#web/lib/clinic/current-clinic.ts'
import { useCan } from '#web/lib/clinic/use-can.ts'
import type { OtherTabName } from './other-tabs.ts'

export default function OtherTab({ tab, figures }: { tab: OtherTabName; figures: DashboardFigures }) {
  const clinic = useClinic()
  const may = useCan()
  if (tab === 'overview') return <Overview figures={figures} />
  if (tab === 'patients')
    return (
      <div className="space-y-8">
        <PatientsTab clinic={clinic} canInvite={may('members:invite-patient')} />
        {may('patients:read') && <QuietMembers clinic={clinic} />}
      </div>
    )
  if (tab === 'staff') return <StaffTab clinic={clinic} canManage={may('team:write')} />
  return <Billing />
}

/** Recent activity, usage of the clinic's plan, quick links (docs/specification.md B2.9), revenue and renewals. */
function Overview({ figures }: { figures: DashboardFigures }) {
  const clinic = useClinic()
  const may = useCan()
  const seesActivity = may('audit:read')
  const patients = <RecentPatientsCard clinic={clinic} />
  const links = <QuickLinks may={may} />
  return (
    <Columns
      left={
        <>
          {seesActivity ? <RecentActivity clinic={clinic} /> : patients}
          {seesActivity && links}
          {figures.revenue && <RevenueYear {...figures.revenue} pathOf={clinicStatementPath} />}
        </>
      }
      right={
        <>
          {may('money:read') && <SubscriptionCard clinic={clinic} />}
          <PlanUsage slug={clinic.subdomain} patients={figures.patients.total} staff={figures.staff} />
          {seesActivity ? patients : links}
          <Lists clinic={clinic} />
        </>
      }
    />
  )
}

function Lists({ clinic }: { clinic: Clinic }) {
  const lists = useQuery(overviewListsQuery(clinic.subdomain))
  if (lists.isPending)
    return (
      <Loading>
        <Skeleton className="h-80 rounded-card" />
      </Loading>
    )
  if (!lists.data)
    return <ErrorState title={dashboardTexts.listsFailed} onRetry={() => void lists.refetch()} />
  return (
    <>
      <NextRenewals
        timeZone={clinic.time_zone}
        renewals={lists.data.renewals}
        path={withQuery(paths.members, { role: 'patient' })}
      />
      <WaitingInvitations
        timeZone={clinic.time_zone}
        waiting={lists.data.waiting}
        path={withQuery(paths.members, { status: 'invited' })}
      />
    </>
  )
}

function Billing() {
  const clinic = useClinic()
  const overview = useQuery(moneyOverviewQuery(clinic.subdomain))
  return (
    <Columns
      left={
        <>
          <SubscriptionCard clinic={clinic} />
          {overview.data && <RevenueCard overview={overview.data} />}
        </>
      }
      right={
        <>
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
        </>
      }
    />
  )
}

function Columns({ left, right }: { left: ReactNode; right: ReactNode }) {
  return (
    <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
      <div className="grid grid-cols-1 gap-6">{left}</div>
      <div className="grid grid-cols-1 gap-6">{right}</div>
    </div>
  )
}
