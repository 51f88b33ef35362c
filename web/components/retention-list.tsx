import { whatGoes } from '#domain/retention/retention.ts'
import { retentionTexts } from '#domain/texts/retention.ts'
import { dateIn } from '#domain/values/zones.ts'
import { serverNow } from '#web/lib/page/clock.ts'
import { DateText } from './date-text.tsx'

const texts = retentionTexts

/**
 * When each kind of data of a departing patient is deleted, and why not earlier.
 *
 * @param leftAt ISO instant; without it, now
 * @param paidUntil ISO instants at which running plans end
 */
export function RetentionList({
  timeZone,
  leftAt,
  paidUntil,
}: {
  timeZone: string
  leftAt?: string
  paidUntil: string[]
}) {
  const day = (instant: string) => dateIn(new Date(instant), timeZone)
  const left = leftAt ? day(leftAt) : dateIn(serverNow(), timeZone)
  const rows = whatGoes(left, paidUntil.map(day).sort().at(-1) ?? null)
  return (
    <section className="mt-4" aria-label={texts.title}>
      <h3 className="font-semibold">{texts.title}</h3>
      <ul className="mt-2 divide-y divide-line border-y border-line">
        {rows.map(({ kind, on }) => (
          <li key={kind} className="py-2.5">
            <p className="flex flex-wrap justify-between gap-x-4">
              <span className="min-w-0 flex-1 basis-56">{texts.classes[kind].what}</span>
              <span className="text-note text-muted">
                {texts.until} <DateText value={on} />
              </span>
            </p>
            <p className="mt-0.5 text-note text-muted">{texts.classes[kind].why}</p>
          </li>
        ))}
      </ul>
      <p className="mt-2 text-note text-muted">{texts.hold}</p>
    </section>
  )
}
