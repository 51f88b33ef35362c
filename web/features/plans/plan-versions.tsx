import { planTexts } from '#domain/texts/plans.ts'
import { formatDate } from '#domain/values/dates.ts'
import { PlanPrice } from './plan-price.tsx'
import type { PlanVersion } from './queries.ts'

const texts = planTexts.change

export function PlanVersions({ versions, timeZone }: { versions: PlanVersion[]; timeZone: string }) {
  return (
    <section aria-label={texts.versions}>
      <h2 className="font-semibold">{texts.versions}</h2>
      <ul className="mt-2 divide-y divide-line border-y border-line">
        {versions.map(({ id, number, name, price, publishedAt, supersededAt, memberCount }) => (
          <li key={id} className="flex flex-wrap items-baseline justify-between gap-x-4 py-2.5">
            <span className="min-w-0 break-words">
              {texts.version(number)}: {name}
              <span className="block text-note text-muted">
                {texts.sold(
                  formatDate(publishedAt, timeZone),
                  supersededAt && formatDate(supersededAt, timeZone),
                )}
              </span>
            </span>
            <span className="text-note">
              <PlanPrice price={price} />
              <span className="text-muted">, {planTexts.page.members(memberCount)}</span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
