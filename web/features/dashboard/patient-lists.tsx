import { useQuery } from '@tanstack/react-query'
import { UserPlus } from 'lucide-react'
import { useId } from 'react'
import { Link } from 'react-router'
import { paths, personPath, withQuery } from '#domain/paths.ts'
import { isOverdue, planLine } from '#domain/subscriptions/plan-standing.ts'
import { dashboardTexts } from '#domain/texts/dashboard.ts'
import { membershipTexts } from '#domain/texts/memberships.ts'
import { dateInText } from '#domain/values/dates.ts'
import { AddressText } from '#web/components/address-text.tsx'
import { DateText } from '#web/components/date-text.tsx'
import { EmptyState } from '#web/components/empty-state.tsx'
import { ErrorState } from '#web/components/error-state.tsx'
import { Badge } from '#web/components/ui/badge.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Card, CardTitle } from '#web/components/ui/card.tsx'
import { cn } from '#web/components/ui/class-names.ts'
import { Loading, Skeleton } from '#web/components/ui/skeleton.tsx'
import { Cell, Table } from '#web/components/ui/table.tsx'
import { withClinic } from '#web/lib/clinic/clinic-address.ts'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { type RecentPatient, recentPatientsQuery } from './recent-patients.ts'

const texts = dashboardTexts.patients
const allPatients = withQuery(paths.members, { role: 'patient' })
const tones = { active: 'success', pending: 'warning', invited: 'info', 'no-account': 'neutral' } as const
const statuses = { ...membershipTexts.statuses, 'no-account': membershipTexts.noAccount }
const shownOnOverview = 5

type Props = { clinic: Pick<Clinic, 'id' | 'subdomain' | 'time_zone'> }

export function RecentPatientsCard({ clinic }: Props) {
  const id = useId()
  const recent = useQuery(recentPatientsQuery(clinic))
  return (
    <Card role="region" aria-labelledby={id}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <CardTitle id={id}>{texts.recent}</CardTitle>
        <AllPatients />
      </div>
      {recent.isPending ? (
        <Loading>
          <Skeleton className="mt-4 h-56" />
        </Loading>
      ) : recent.data === undefined ? (
        <div className="mt-4">
          <ErrorState title={texts.failed} onRetry={() => void recent.refetch()} />
        </div>
      ) : recent.data.patients.length === 0 ? (
        <p className="mt-3 text-muted">{recent.data.areHidden ? texts.hidden : texts.none}</p>
      ) : (
        <ul className="mt-2 -mb-2 divide-y divide-line">
          {recent.data.patients.slice(0, shownOnOverview).map((patient) => (
            <li key={patient.id} className="flex min-h-14 items-center justify-between gap-4 py-2 text-form">
              <span className="min-w-0">
                <PatientLink patient={patient} />
                <PlanText patient={patient} timeZone={clinic.time_zone} className="truncate text-note" />
              </span>
              <span className="flex-none">
                <DateText value={patient.joinedAt} timeZone={clinic.time_zone} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

export function PatientsTab({ clinic, canInvite }: Props & { canInvite: boolean }) {
  const recent = useQuery(recentPatientsQuery(clinic))
  if (recent.isPending) {
    return (
      <Loading>
        <Skeleton className="h-96 rounded-card" />
      </Loading>
    )
  }
  if (recent.data === undefined)
    return <ErrorState title={texts.failed} onRetry={() => void recent.refetch()} />
  if (recent.data.patients.length === 0) {
    return (
      <EmptyState
        icon={UserPlus}
        title={recent.data.areHidden ? texts.hidden : texts.none}
        action={
          canInvite && (
            <Button asChild variant="outline">
              <Link to={withClinic(withQuery(paths.members, { invite: 'patient' }))}>
                {dashboardTexts.quickLinks.addPatient}
              </Link>
            </Button>
          )
        }
      >
        {!recent.data.areHidden && texts.noneText}
      </EmptyState>
    )
  }
  return (
    <div className="space-y-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="font-display text-h3 font-medium">{texts.recent}</h2>
        <AllPatients />
      </div>
      <Table label={texts.recent}>
        <thead>
          <tr>
            <th scope="col">{texts.columns.patient}</th>
            <th scope="col">{texts.columns.plan}</th>
            <th scope="col">{texts.columns.status}</th>
            <th scope="col">{texts.columns.joined}</th>
          </tr>
        </thead>
        <tbody>
          {recent.data.patients.map((patient) => (
            <tr key={patient.id}>
              <Cell phone="title">
                <PatientLink patient={patient} />
                {patient.email && (
                  <AddressText className="text-note text-muted max-sm:hidden">{patient.email}</AddressText>
                )}
              </Cell>
              <Cell phone="note">
                <PlanText patient={patient} timeZone={clinic.time_zone} />
              </Cell>
              <Cell phone="badge">
                <Badge tone={tones[patient.status]}>{statuses[patient.status]}</Badge>
              </Cell>
              <Cell phone="amount">
                <DateText value={patient.joinedAt} timeZone={clinic.time_zone} />
              </Cell>
            </tr>
          ))}
        </tbody>
      </Table>
    </div>
  )
}

function PlanText({
  patient: { plan },
  timeZone,
  className,
}: {
  patient: RecentPatient
  timeZone: string
  className?: string
}) {
  const tone = plan && isOverdue(plan.standing) ? 'font-semibold text-danger' : 'text-muted'
  return (
    <span className={cn('block', tone, className)}>
      {plan ? planLine(plan.name, plan.standing, (instant) => dateInText(instant, timeZone)) : texts.noPlan}
    </span>
  )
}

function AllPatients() {
  return (
    <Link to={withClinic(allPatients)} className="link text-form">
      {texts.all}
    </Link>
  )
}

function PatientLink({ patient }: { patient: RecentPatient }) {
  return (
    <Link to={withClinic(personPath(patient.id))} className="block truncate font-semibold hover:underline">
      {patient.name}
    </Link>
  )
}
