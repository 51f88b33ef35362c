import type { DashboardFigures } from '#domain/dashboard/figures.ts'
import { formatMoney } from '#domain/money.ts'
import { dashboardTexts } from '#domain/texts/dashboard.ts'
import { FigureCard } from './figure-card.tsx'

const texts = dashboardTexts.page
const labels = dashboardTexts.figures

/** The dashboard's figures: patients, team and, for admins, the month's revenue. */
export function Figures({
  figures,
  links,
  canManageStaff,
}: {
  figures: DashboardFigures
  canManageStaff: boolean
  links: Record<'patients' | 'staff' | 'money', string>
}) {
  const { patients, staff, activeSubscriptions, revenue } = figures
  return (
    <section aria-label={texts.figures} className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3 lg:gap-6">
      <FigureCard
        label={labels.totalPatients}
        figure={String(patients.total)}
        link={{ path: links.patients, text: texts.toPatients }}
      >
        <p>{labels.activePatients(patients.active)}</p>
        <p>{texts.activeSubscriptions(activeSubscriptions)}</p>
      </FigureCard>
      <FigureCard
        label={labels.staff}
        figure={String(staff)}
        link={{ path: links.staff, text: canManageStaff ? labels.manageStaff : texts.seeStaff }}
      >
        {texts.staffNote}
      </FigureCard>
      {revenue && (
        <FigureCard
          label={labels.revenue}
          figure={formatMoney(revenue.thisMonthCents, revenue.currency)}
          link={{ path: links.money, text: texts.toMoney }}
        >
          {revenue.changePercent === null ? labels.noChange : labels.change(revenue.changePercent)}
        </FigureCard>
      )}
    </section>
  )
}
