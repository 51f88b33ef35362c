import { CalendarClock, TrendingUp, Users } from 'lucide-react'
import { marketingTexts } from '#domain/texts/marketing.ts'

const { analytics, impact, impactLead } = marketingTexts.landing
const icons = [TrendingUp, Users, CalendarClock]

export function AnalyticsBlocks() {
  return (
    <ul className="mt-8 grid gap-x-12 gap-y-8 md:grid-cols-3">
      {analytics.map(({ title, text }, index) => {
        const Icon = icons[index] ?? TrendingUp
        return (
          <li key={title} className="border-t-2 border-primary pt-5">
            <Icon aria-hidden className="size-6 text-primary" />
            <h3 className="mt-3 text-lead font-semibold">{title}</h3>
            <p className="mt-1 text-muted">{text}</p>
          </li>
        )
      })}
    </ul>
  )
}

/** The four figures of docs/specification.md B2.2, as goals, each with the product's measure. */
export function ImpactFigures() {
  return (
    <>
      <p className="mt-3 max-w-[60ch] text-lead text-muted">{impactLead}</p>
      <dl className="mt-8 grid gap-x-10 gap-y-8 sm:grid-cols-2 lg:grid-cols-4">
        {impact.map(({ figure, goal, measured }) => (
          <div key={figure} className="flex flex-col">
            <dt className="order-2 mt-1 font-semibold">{goal}</dt>
            <dd className="order-1 font-display text-hero font-medium text-accent tabular-nums">{figure}</dd>
            <dd className="order-3 mt-1 text-form text-muted">{measured}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}
