import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { LedgerFinding, OperatorOverview } from '#domain/operator/operator.ts'
import { operatorTexts } from '#domain/texts/operator.ts'
import { formatDate, formatTime } from '#domain/values/dates.ts'
import { formatMoney } from '#domain/values/money.ts'
import { Button } from '#web/components/ui/button.tsx'
import { Cell, Heads, Table } from '#web/components/ui/table.tsx'
import { toast } from '#web/components/ui/toast.ts'
import { callFunction } from '#web/lib/fetch/api.ts'
import { describeRefusal } from '#web/lib/fetch/refusals.ts'
import { operatorOverviewQuery } from './queries.ts'

const texts = operatorTexts

/** Jobs and messages that failed for good, each with a retry. */
export function Failures({
  failedJobs,
  failedMessages,
}: Pick<OperatorOverview, 'failedJobs' | 'failedMessages'>) {
  return (
    <div className="space-y-10">
      <section>
        <h2 className="font-display text-h3 font-medium">{texts.jobs.title}</h2>
        <p className="mt-1 mb-4 text-form text-muted">
          {failedJobs.length > 0 ? texts.jobs.hint : texts.jobs.none}
        </p>
        {failedJobs.length > 0 && (
          <Table label={texts.jobs.title}>
            <Heads
              of={[
                texts.jobs.heads.queue,
                texts.jobs.heads.failed,
                { text: texts.jobs.heads.attempts, align: 'end' },
                texts.jobs.heads.action,
              ]}
            />
            <tbody>
              {failedJobs.map(({ id, queue, failedAt, attempts, clinicName, ledger }) => (
                <tr key={id}>
                  <Cell phone="title">
                    <span className="block font-semibold break-all">{queue}</span>
                    {clinicName && <span className="block text-note text-muted">{clinicName}</span>}
                    {ledger && (
                      <span className="mt-1 block max-w-prose text-note">
                        {foundIn(ledger)} {texts.jobs.ledger.todo}
                      </span>
                    )}
                  </Cell>
                  <Cell phone="note">{failedAt ? moment(failedAt) : ''}</Cell>
                  <Cell align="end">
                    <span className="tabular-nums">{attempts}</span>
                  </Cell>
                  <Cell phone="side">
                    <Retry jobId={id} what={queue} />
                  </Cell>
                </tr>
              ))}
            </tbody>
          </Table>
        )}
      </section>
      <section>
        <h2 className="font-display text-h3 font-medium">{texts.messages.title}</h2>
        {failedMessages.length === 0 && <p className="mt-1 text-form text-muted">{texts.messages.none}</p>}
        {failedMessages.length > 0 && (
          <div className="mt-4">
            <Table label={texts.messages.title}>
              <Heads
                of={[
                  texts.messages.heads.kind,
                  texts.messages.heads.clinic,
                  texts.messages.heads.queued,
                  { text: texts.messages.heads.attempts, align: 'end' },
                  texts.messages.heads.action,
                ]}
              />
              <tbody>
                {failedMessages.map(({ id, channel, template, clinicName, queuedAt, attempts, jobId }) => (
                  <tr key={id}>
                    <Cell phone="title">
                      <span className="block font-semibold break-all">{template}</span>
                      <span className="block text-note text-muted">{texts.messages.channels[channel]}</span>
                      {/* a phone's row has no column for it */}
                      <span className="block text-note text-muted sm:hidden">
                        {clinicName ?? texts.messages.ofNone}
                      </span>
                    </Cell>
                    <Cell>{clinicName ?? texts.messages.ofNone}</Cell>
                    <Cell phone="note">{moment(queuedAt)}</Cell>
                    <Cell align="end">
                      <span className="tabular-nums">{attempts}</span>
                    </Cell>
                    <Cell phone="side">
                      {jobId ? (
                        <Retry jobId={jobId} what={template} />
                      ) : (
                        <span className="text-note text-muted">{texts.messages.tried}</span>
                      )}
                    </Cell>
                  </tr>
                ))}
              </tbody>
            </Table>
          </div>
        )}
      </section>
    </div>
  )
}

function foundIn({ differences, id, stripeCents, ledgerCents, currency }: LedgerFinding): string {
  const money = (cents: number) => formatMoney(cents, currency)
  return texts.jobs.ledger.found(differences, id, money(stripeCents), money(ledgerCents))
}

function Retry({ jobId, what }: { jobId: string; what: string }) {
  const queries = useQueryClient()
  const retrying = useMutation({
    mutationFn: () => callFunction('retry-job', { jobId }),
    onSuccess: () => toast.success(texts.retry.done),
    onError: (error) => toast.error(texts.retry.failed, describeRefusal(error)),
    onSettled: () => queries.invalidateQueries({ queryKey: operatorOverviewQuery().queryKey }),
  })
  return (
    <Button
      variant="outline"
      size="small"
      aria-label={`${texts.retry.button}: ${what}`}
      aria-disabled={retrying.isPending || undefined}
      onClick={() => retrying.isPending || retrying.mutate()}
    >
      {retrying.isPending ? texts.retry.busy : texts.retry.button}
    </Button>
  )
}

/** In the operator's own time zone: no clinic is involved. */
const moment = (instant: string) => `${formatDate(instant)}, ${formatTime(instant)}`
