import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { type DisputeState, disputeState } from '#domain/invoices/disputes.ts'
import { clinicInvoiceTexts } from '#domain/texts/clinic-invoices.ts'
import { dateInText } from '#domain/values/dates.ts'
import { formatMoney } from '#domain/values/money.ts'
import { DateText } from '#web/components/date-text.tsx'
import { ErrorState } from '#web/components/error-state.tsx'
import { MoneyText } from '#web/components/money-text.tsx'
import { Badge } from '#web/components/ui/badge.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Dialog, DialogContent } from '#web/components/ui/dialog.tsx'
import { Cell, Heads, Table } from '#web/components/ui/table.tsx'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { useCan } from '#web/lib/clinic/use-can.ts'
import { serverNow } from '#web/lib/page/clock.ts'
import { AnswerDispute } from './answer-dispute.tsx'
import { reasonOf } from './dispute-reason.ts'
import { type Dispute, disputesQuery } from './queries.ts'
import { SentAnswer } from './sent-answer.tsx'

const texts = clinicInvoiceTexts.disputes

const tones = {
  to_answer: 'warning',
  with_bank: 'neutral',
  won: 'success',
  lost: 'danger',
  closed: 'neutral',
} as const satisfies Record<DisputeState, string>

/**
 * Disputed payments, newest first. Admins only.
 * @param onlyDue only those that need an answer
 * @param empty shown without any; nothing by default
 */
export function Disputes({
  clinic,
  onlyDue = false,
  empty = null,
}: {
  clinic: Clinic
  onlyDue?: boolean
  empty?: ReactNode
}) {
  const mayAnswer = useCan()('disputes:answer')
  const disputes = useQuery(disputesQuery(clinic.subdomain, mayAnswer))
  const [shown, show] = useState<Dispute | null>(null)
  if (disputes.isError) return <ErrorState title={texts.loadFailed} onRetry={() => void disputes.refetch()} />
  const rows = disputes.data?.filter((dispute) => !onlyDue || canAnswer(dispute)) ?? []
  if (rows.length === 0) return disputes.data ? empty : null
  return (
    <section>
      <h2 className="mb-2 font-display text-h3 font-medium">{texts.title}</h2>
      <p className="mb-4 text-muted">{texts.lead}</p>
      <Table label={texts.title}>
        <Heads
          of={[
            texts.columns.patient,
            texts.columns.opened,
            { text: texts.columns.amount, align: 'end' },
            texts.columns.status,
            texts.columns.action,
          ]}
        />
        <tbody>
          {rows.map((dispute) => (
            <Row
              key={dispute.id}
              dispute={dispute}
              timeZone={clinic.time_zone}
              mayAnswer={mayAnswer}
              onShow={() => show(dispute)}
            />
          ))}
        </tbody>
      </Table>
      {shown && canAnswer(shown) && mayAnswer && (
        <AnswerDispute dispute={shown} clinic={clinic} onClose={() => show(null)} />
      )}
      {shown && !canAnswer(shown) && (
        <Dialog open onOpenChange={(open) => open || show(null)}>
          <DialogContent title={texts.view} description={reasonOf(shown)}>
            <SentAnswer dispute={shown} />
          </DialogContent>
        </Dialog>
      )}
    </section>
  )
}

function Row({
  dispute,
  timeZone,
  mayAnswer,
  onShow,
}: {
  dispute: Dispute
  timeZone: string
  mayAnswer: boolean
  onShow(): void
}) {
  const state = disputeState(dispute.status)
  const patient = patientOf(dispute)
  const amount = formatMoney(dispute.amount_cents, dispute.currency)
  return (
    <tr>
      <Cell phone="title">
        <span className="break-words">{patient}</span>
      </Cell>
      <Cell phone="note">
        <DateText value={dispute.opened_at} timeZone={timeZone} />
      </Cell>
      <Cell phone="amount" align="end">
        <MoneyText cents={dispute.amount_cents} currency={dispute.currency} />
      </Cell>
      <Cell phone="badge">
        <span className="inline-flex flex-col items-end sm:items-start">
          <Badge tone={tones[state]}>{texts.states[state]}</Badge>
          {state === 'to_answer' && dispute.due_by && (
            <span className="mt-1 text-note text-muted">
              {isLate(dispute) ? texts.late : texts.answerBy(dateInText(dispute.due_by, timeZone))}
            </span>
          )}
        </span>
      </Cell>
      <Cell phone="below">
        {canAnswer(dispute) && mayAnswer && (
          <Button
            variant="outline"
            className="max-sm:mr-2"
            aria-label={texts.answerOne(patient, amount)}
            onClick={onShow}
          >
            {texts.answer}
          </Button>
        )}
        {!canAnswer(dispute) && dispute.evidence && (
          <Button variant="quiet" aria-label={texts.viewOne(patient, amount)} onClick={onShow}>
            {texts.view}
          </Button>
        )}
      </Cell>
    </tr>
  )
}

const patientOf = ({ patient }: Dispute): string =>
  patient?.full_name ?? clinicInvoiceTexts.list.unknownPatient

const isLate = ({ due_by }: Dispute): boolean => due_by !== null && new Date(due_by) < serverNow()

const canAnswer = (dispute: Dispute): boolean =>
  disputeState(dispute.status) === 'to_answer' && !isLate(dispute)
