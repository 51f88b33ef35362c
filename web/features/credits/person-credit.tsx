import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { creditTexts } from '#domain/texts/credits.ts'
import { formatMoney } from '#domain/values/money.ts'
import { DateText } from '#web/components/date-text.tsx'
import { ErrorState } from '#web/components/error-state.tsx'
import { FirstRows, useFirstRows } from '#web/components/first-rows.tsx'
import { MoneyText } from '#web/components/money-text.tsx'
import { SectionCard } from '#web/components/page/section-card.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Skeleton } from '#web/components/ui/skeleton.tsx'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { useCan } from '#web/lib/clinic/use-can.ts'
import { loadPart } from '#web/lib/page/page-chunks.ts'
import { type PersonCredit as Credit, personCreditQuery } from './queries.ts'

const texts = creditTexts

const dialogs = () => loadPart(() => import('./credit-dialogs.tsx'))
const GiveCredit = lazy(() => dialogs().then((part) => ({ default: part.GiveCredit })))
const TakeBackCredit = lazy(() => dialogs().then((part) => ({ default: part.TakeBackCredit })))

/** A patient's credit for the next invoices, with its changes. */
export function PersonCredit({ clinic, ...patient }: { clinic: Clinic; patientId: string; name: string }) {
  const may = useCan()
  const read = useQuery(personCreditQuery(clinic.subdomain, patient.patientId))
  const [asked, setAsked] = useState<'give' | 'takeBack' | null>(null)
  const { currency } = clinic
  const unusedCents = read.data?.unusedCents ?? 0
  const close = () => setAsked(null)
  const content = read.isPending ? (
    <Skeleton className="h-6 w-64 max-w-full" />
  ) : !read.data ? (
    <ErrorState title={texts.failed} onRetry={() => void read.refetch()} />
  ) : read.data.changes.length > 0 ? (
    <Changes changes={read.data.changes} clinic={clinic} />
  ) : null
  return (
    <>
      <SectionCard
        title={texts.title}
        note={read.data && noteOf(read.data, currency)}
        actions={
          may('payments:collect') &&
          read.data && (
            <>
              {unusedCents > 0 && (
                <Button variant="quiet" size="small" onClick={() => setAsked('takeBack')}>
                  {texts.takeBack.open(formatMoney(unusedCents, currency))}
                </Button>
              )}
              <Button variant="outline" size="small" onClick={() => setAsked('give')}>
                {texts.give.open}
              </Button>
            </>
          )
        }
      >
        {content}
      </SectionCard>
      {asked && (
        <Suspense fallback={null}>
          {asked === 'give' ? (
            <GiveCredit {...patient} clinic={clinic} creditCents={read.data?.cents ?? 0} onClose={close} />
          ) : (
            <TakeBackCredit {...patient} clinic={clinic} unusedCents={unusedCents} onClose={close} />
          )}
        </Suspense>
      )}
    </>
  )
}

function noteOf({ cents }: Credit, currency: string): string {
  if (cents === 0) return texts.none
  return cents > 0 ? texts.left(formatMoney(cents, currency)) : texts.owed(formatMoney(-cents, currency))
}

function Changes({ changes, clinic }: { changes: Credit['changes']; clinic: Clinic }) {
  const rows = useFirstRows(changes, 4)
  return (
    <FirstRows
      of={rows}
      more={texts.more}
      row={({ id, kind, reason, occurred_at, amount_cents }) => (
        <li key={id} className="flex flex-wrap items-baseline justify-between gap-x-4 py-2.5 first:pt-0">
          <span className="min-w-0 break-words">
            {texts.entry(texts.kinds[kind], reason && texts.reasons[reason])}
            <span className="block text-note text-muted">
              <DateText value={occurred_at} timeZone={clinic.time_zone} />
            </span>
          </span>
          <MoneyText cents={amount_cents} currency={clinic.currency} />
        </li>
      )}
    />
  )
}
