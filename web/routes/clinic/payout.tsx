import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useParams } from 'react-router'
import { moneyTabAddress } from '#domain/paths.ts'
import { payoutCsv } from '#domain/payouts/payout-lines.ts'
import { payoutTexts } from '#domain/texts/payouts.ts'
import { dateInText } from '#domain/values/dates.ts'
import { formatMoney } from '#domain/values/money.ts'
import { ErrorState } from '#web/components/error-state.tsx'
import { BackLink } from '#web/components/page/back-link.tsx'
import { PageHeading } from '#web/components/page/page-heading.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Card } from '#web/components/ui/card.tsx'
import { Notice } from '#web/components/ui/notice.tsx'
import { Loading, Skeleton } from '#web/components/ui/skeleton.tsx'
import { PayoutLines, PayoutSumsTable } from '#web/features/payouts/payout-lines.tsx'
import { PayoutBadge } from '#web/features/payouts/payout-list.tsx'
import { type PayoutWithLines, payoutQuery } from '#web/features/payouts/payout-queries.ts'
import { withClinic } from '#web/lib/clinic/clinic-address.ts'
import { useClinic } from '#web/lib/clinic/current-clinic.ts'
import { downloadText } from '#web/lib/files/download-text.ts'
import { NotFoundHere } from './not-found-here.tsx'

const texts = payoutTexts.payout

/** One transfer to the bank with the payments, refunds, disputes and fees in it. */
export default function Payout() {
  const { payoutId = '' } = useParams()
  return (
    <>
      <BackLink to={withClinic(moneyTabAddress('payouts'))}>{texts.back}</BackLink>
      <Found id={payoutId} />
    </>
  )
}

function Found({ id }: { id: string }) {
  const found = useQuery(payoutQuery(useClinic().subdomain, id))
  if (found.isPending) {
    return (
      <Loading>
        <Skeleton className="h-10 w-80" />
        <Skeleton className="mt-8 h-48 rounded-card" />
        <Skeleton className="mt-6 h-64 rounded-card" />
      </Loading>
    )
  }
  if (found.isError) return <ErrorState title={texts.failed} onRetry={() => void found.refetch()} />
  if (found.data) return <Shown {...found.data} />
  return (
    <NotFoundHere
      title={texts.notFoundTitle}
      text={texts.notFound}
      back={texts.back}
      path={moneyTabAddress('payouts')}
    />
  )
}

function Shown({ payout, lines }: PayoutWithLines) {
  const clinic = useClinic()
  const { id, status, currency, is_automatic, is_itemized, statement_text } = payout
  const timeZone = clinic.time_zone
  const lead = [texts.reference(id), statement_text && texts.onStatement(statement_text)]
  const save = () => {
    const facts = { id, amountCents: payout.amount_cents, currency, timeZone }
    downloadText(texts.csvFile(payout.arrives_on, id), payoutCsv(facts, lines), 'text/csv')
  }
  return (
    <article>
      <PageHeading
        title={texts.title(dateInText(payout.arrives_on))}
        site={clinic.name}
        lead={lead.filter(Boolean).join(' ')}
        actions={
          is_itemized && (
            <Button onClick={save}>
              <Download aria-hidden />
              {texts.exportCsv}
            </Button>
          )
        }
      />
      <p className="mt-6 flex flex-wrap items-center gap-3">
        <span className="font-display text-hero font-medium tabular-nums">
          {formatMoney(payout.amount_cents, currency)}
        </span>
        <PayoutBadge status={status} />
      </p>
      {status === 'failed' && (
        <Notice tone="danger" className="mt-4">
          {texts.refused}
        </Notice>
      )}
      {status === 'canceled' && (
        <Notice tone="info" className="mt-4">
          {texts.canceled}
        </Notice>
      )}
      {is_itemized ? (
        <>
          <Card className="mt-6 max-w-[28rem]">
            <PayoutSumsTable lines={lines} currency={currency} />
          </Card>
          <section className="mt-10">
            <h2 className="mb-4 font-display text-h3 font-medium">{texts.lines}</h2>
            <PayoutLines lines={lines} currency={currency} timeZone={timeZone} />
          </section>
        </>
      ) : (
        <p className="mt-4 text-muted">{is_automatic ? texts.notListed : texts.byHand}</p>
      )}
    </article>
  )
}
