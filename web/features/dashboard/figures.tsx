import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { DashboardFigures } from '#domain/dashboard/figures.ts'
import { dashboardTexts } from '#domain/texts/dashboard.ts'
import { formatMoney } from '#domain/values/money.ts'
import { Card } from '#web/components/ui/card.tsx'
import { withClinic } from '#web/lib/clinic/clinic-address.ts'

const texts = dashboardTexts.page
const labels = dashboardTexts.figures

export function Figures({
  figures,
  links,
  canManageStaff,
}: {
  figures: DashboardFigures
  canManageStaff: boolean
  links: Record<'patients' | 'staff' | 'visits' | 'money', string>
}) {
  const { patients, staff, visits, revenue } = figures
  return (
    <Card
      padded={false}
      role="region"
      aria-label={texts.figures}
      className="grid grid-cols-2 gap-px overflow-hidden bg-line sm:flex"
    >
      <Figure label={labels.totalPatients} figure={String(patients.total)} path={links.patients}>
        {labels.activePatients(patients.active)}
      </Figure>
      <Figure label={labels.staff} figure={String(staff)} path={links.staff}>
        {canManageStaff ? labels.manageStaff : texts.staffNote}
      </Figure>
      <Figure label={labels.visits} figure={String(visits.today)} path={links.visits}>
        {labels.upcomingVisits(visits.upcoming)}
      </Figure>
      {revenue && (
        <Figure
          label={labels.revenue}
          figure={formatMoney(revenue.thisMonthCents, revenue.currency)}
          path={links.money}
        >
          {revenue.changePercent === null ? labels.noChange : labels.change(revenue.changePercent)}
        </Figure>
      )}
    </Card>
  )
}

function Figure({
  label,
  figure,
  path,
  children,
}: {
  label: string
  figure: string
  path: string
  children: ReactNode
}) {
  return (
    <Link
      to={withClinic(path)}
      className="group min-w-0 flex-auto bg-surface px-4 py-3 -outline-offset-2 last:odd:col-span-2 hover:bg-sunken sm:px-6"
    >
      <span className="block text-note font-semibold whitespace-nowrap text-muted">{label}</span>
      <span className="block font-display text-lead font-medium tabular-nums sm:text-h3">{figure}</span>
      <span className="block text-note text-muted group-hover:underline">{children}</span>
    </Link>
  )
}
