import { useQuery } from '@tanstack/react-query'
import { formatPercent } from '#domain/money.ts'
import { valueReceiptTexts } from '#domain/texts/value-receipts.ts'
import { fewestCompared, type Stayed, type ValueFigures } from '#domain/value-receipts/value-receipts.ts'
import { ErrorState } from '#web/components/error-state.tsx'
import { SectionCard } from '#web/components/section-card.tsx'
import { Loading, Skeleton } from '#web/components/ui/skeleton.tsx'
import type { Clinic } from '#web/lib/current-clinic.ts'
import { valueFiguresQuery } from './queries.ts'

const texts = valueReceiptTexts.figures

/** How many receipts are opened, and whether those who used little stay longer with them. */
export function ValueFiguresCard({ clinic }: { clinic: Clinic }) {
  const figures = useQuery(valueFiguresQuery(clinic.subdomain))
  return (
    <SectionCard title={texts.title}>
      {figures.isPending ? (
        <Loading>
          <Skeleton className="h-16 rounded-control" />
        </Loading>
      ) : figures.data === undefined ? (
        <ErrorState title={texts.failed} onRetry={() => void figures.refetch()} />
      ) : (
        <Shown figures={figures.data} />
      )}
    </SectionCard>
  )
}

function Shown({ figures: { shown, opened, retention, compared } }: { figures: ValueFigures }) {
  return (
    <div className="space-y-4 text-form">
      <p>{shown === 0 ? texts.none : texts.opened(String(opened), String(shown))}</p>
      {retention ? (
        <>
          <p>{sentenceOf(retention)}</p>
          <table aria-label={texts.table} className="w-full">
            <caption className="pb-2 text-left text-note text-muted">{texts.table}</caption>
            <thead>
              <tr className="text-left text-note text-muted">
                <th scope="col" className="py-2 pr-4">
                  {texts.group}
                </th>
                <th scope="col" className="py-2 pr-4 text-right">
                  {texts.people}
                </th>
                <th scope="col" className="py-2 pr-4 text-right">
                  {texts.stayed}
                </th>
                <th scope="col" className="py-2 text-right">
                  {texts.share}
                </th>
              </tr>
            </thead>
            <tbody>
              <Group label={texts.with} group={retention.withReceipts} />
              <Group label={texts.without} group={retention.without} />
            </tbody>
          </table>
        </>
      ) : (
        <p className="text-muted">{texts.tooFew(fewestCompared, compared.withReceipts, compared.without)}</p>
      )}
    </div>
  )
}

function Group({ label, group }: { label: string; group: Stayed }) {
  return (
    <tr className="border-t border-line">
      <th scope="row" className="py-2.5 pr-4 text-left font-semibold">
        {label}
      </th>
      <td className="py-2.5 pr-4 text-right tabular-nums">{group.people}</td>
      <td className="py-2.5 pr-4 text-right tabular-nums">{group.stayed}</td>
      <td className="py-2.5 text-right tabular-nums">{formatPercent(shareOf(group))}</td>
    </tr>
  )
}

const shareOf = ({ people, stayed }: Stayed) => stayed / people

function sentenceOf({ withReceipts, without }: NonNullable<ValueFigures['retention']>): string {
  const difference = shareOf(withReceipts) - shareOf(without)
  if (difference === 0) return texts.same
  const points = formatPercent(Math.abs(difference))
  return difference > 0 ? texts.more(points) : texts.fewer(points)
}
