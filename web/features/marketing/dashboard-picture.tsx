import { CalendarClock } from 'lucide-react'
import { visitCardTexts } from '#domain/texts/appointments.ts'
import { dashboardTexts } from '#domain/texts/dashboard.ts'
import { marketingTexts } from '#domain/texts/marketing.ts'
import { formatMonth } from '#domain/values/dates.ts'
import { formatMoney } from '#domain/values/money.ts'
import { Bar } from '#web/components/charts.tsx'
import { Badge } from '#web/components/ui/badge.tsx'
import { Card } from '#web/components/ui/card.tsx'

const { dashboardPicture: texts, landing } = marketingTexts
const { figures } = dashboardTexts
const { patients, staff, visits, revenue, next } = texts

const figuresShown = [
  [figures.totalPatients, String(patients.total), figures.activePatients(patients.active)],
  [figures.staff, String(staff), figures.manageStaff],
  [figures.visits, String(visits.today), figures.upcomingVisits(visits.upcoming)],
  [figures.revenue, formatMoney(revenue.cents, 'usd'), figures.change(revenue.changePercent)],
] as const
const best = Math.max(...texts.months.map(({ cents }) => cents))

export function DashboardPicture() {
  return (
    <figure className="mx-auto w-full max-w-[34rem] lg:mr-0">
      <Card fold padded={false} className="shadow-layer">
        <p className="px-5 pt-6 pr-14 pb-5 font-display text-h3 font-medium sm:px-6">{texts.title}</p>
        <dl className="grid grid-cols-2 gap-px border-y border-line bg-line">
          {figuresShown.map(([label, figure, note]) => (
            <div key={label} className="flex flex-col bg-surface px-5 py-3 sm:px-6">
              <dt className="text-note font-semibold text-muted">{label}</dt>
              <dd className="font-display text-h3 font-medium tabular-nums">{figure}</dd>
              <dd className="text-note text-muted">{note}</dd>
            </div>
          ))}
        </dl>
        <div className="space-y-5 p-5 sm:p-6">
          <div className="flex items-center gap-3 rounded-control bg-tint px-4 py-3 text-form">
            <CalendarClock aria-hidden className="size-5 flex-none text-primary" />
            <p className="min-w-0 flex-1">
              <span className="block text-note text-muted">{visitCardTexts.next}</span>
              <span className="font-semibold">{next.who}</span>, {next.what}
            </p>
            <Badge tone="success" className="bg-surface whitespace-nowrap">
              {next.time}
            </Badge>
          </div>
          <dl className="space-y-2 text-form">
            {texts.months.map(({ month, cents }) => (
              <div key={month} className="flex items-center gap-3">
                <dt className="w-30 flex-none whitespace-nowrap">{formatMonth(month)}</dt>
                <dd className="flex min-w-0 flex-1 items-center gap-3">
                  <span className="min-w-0 flex-1">
                    <Bar parts={[cents]} whole={best} />
                  </span>
                  <span className="tabular-nums">{formatMoney(cents, 'usd')}</span>
                </dd>
              </div>
            ))}
          </dl>
        </div>
      </Card>
      <figcaption className="mt-3 text-note text-muted">{landing.tourLabel}</figcaption>
    </figure>
  )
}
