import { broadcastKind, type TextKind } from '#domain/text-messages/text-messages.ts'
import { hourMs } from '#domain/values/durations.ts'
import type { Services } from '#server/clinic/action.ts'
import type { Tx } from '#server/platform/database/transactions.ts'
import { defineJob, type JobResult } from '#server/platform/jobs/jobs.ts'
import { TextRefused } from '#server/platform/sms/sms.ts'
import { broadcastText } from './broadcast-text.ts'
import { decideText } from './decide-text.ts'
import { recordStop } from './stops.ts'
import { textContent } from './text-content.ts'
import { visitOfNotice } from './visit-of-reminder.ts'

export const sendTextJob = 'texts.send'

type TextServices = Pick<Services, 'transactions' | 'clock' | 'config' | 'jobs' | 'sms'>

/** A text that could not be sent for a day is dropped. */
const longestMs = 24 * hourMs

interface Attempt {
  phone: string
  text: string
  /** When it was first sent to the provider, if the result is unknown. */
  handedOverAt: Date | null
}

/**
 * Sends one text message, after checking consent and quiet hours again. The provider has no idempotency key, so the
 * attempt is recorded first; after a crash or a lost answer the provider is queried before it is sent again.
 */
export function sendText(services: TextServices) {
  const { transactions, clock } = services
  return defineJob<{ clinicId: string; textId: string }>({
    name: sendTextJob,
    retryLimit: 8,
    retryDelaySeconds: 30,
    async run({ clinicId, textId }): Promise<JobResult> {
      const attempt = await transactions.withSystem(`job:${sendTextJob}`, (tx) =>
        beginAttempt(tx, services, { clinicId, textId }),
      )
      if (typeof attempt === 'string') return { sent: false, reason: attempt }
      const { sms } = services
      // whether it was sent is unknown until the settings are back
      if (!sms) throw new Error('a text message was handed over to a provider that is not set any more')
      const message = { id: textId, clinicId, to: attempt.phone, text: attempt.text }
      try {
        const known = attempt.handedOverAt && (await sms.find(message, attempt.handedOverAt))
        const providerId = known ?? (await sms.send(message))
        await settle(clinicId, textId, {
          status: 'sent',
          provider_id: providerId,
          sent_at: clock.now(),
        })
        return { sent: true, repeated: known !== null && known !== undefined }
      } catch (error) {
        // perhaps sent: the next attempt finds out
        if (!(error instanceof TextRefused)) throw error
        await settle(clinicId, textId, { status: 'failed', reason: error.code })
        if (error.isStopped)
          await transactions.withSystem(`job:${sendTextJob}`, (tx) =>
            recordStop(tx, { phone: attempt.phone, word: 'STOP', now: clock.now() }),
          )
        return { sent: false, reason: error.code }
      }
    },
  })

  function settle(
    clinicId: string,
    textId: string,
    set: { status: 'sent' | 'failed'; provider_id?: string; sent_at?: Date; reason?: string },
  ): Promise<unknown> {
    return transactions.withSystem(`job:${sendTextJob}`, (tx) =>
      textRow(tx, clinicId, textId)
        .set(set)
        // the provider's report may have come first
        .where('status', '=', 'sending')
        .execute(),
    )
  }
}

/** Queues text messages whose quiet hours are over, and those whose job was lost or has given up. */
export function sendDueTexts({
  transactions,
  clock,
  jobs,
}: Pick<Services, 'transactions' | 'clock' | 'jobs'>) {
  return defineJob({
    name: 'texts.send-due',
    cron: '*/5 * * * *',
    run: (): Promise<JobResult> =>
      transactions.withSystem('job:texts.send-due', async (tx) => {
        const now = clock.now()
        const due = await tx
          .selectFrom('app.text_messages')
          .select(['clinic_id', 'id'])
          .where((row) =>
            row.or([
              row.and([row('status', '=', 'queued'), row('send_at', '<=', now)]),
              row.and([
                row('status', '=', 'sending'),
                row('sending_at', '<', new Date(now.getTime() - hourMs)),
              ]),
            ]),
          )
          .orderBy('send_at')
          .limit(500)
          .execute()
        for (const { clinic_id: clinicId, id } of due)
          await jobs.enqueue(tx, sendTextJob, { clinicId, textId: id }, { once: id })
        return { queued: due.length }
      }),
  })
}

/** An update of one text message. */
const textRow = (tx: Tx, clinicId: string, textId: string) =>
  tx.updateTable('app.text_messages').where('clinic_id', '=', clinicId).where('id', '=', textId)

/** @returns why nothing is sent, or what to send */
async function beginAttempt(
  tx: Tx,
  services: TextServices,
  { clinicId, textId }: { clinicId: string; textId: string },
): Promise<Attempt | string> {
  const text = await tx
    .selectFrom('app.text_messages as t')
    .leftJoin('app.notices as n', (join) =>
      join.on('n.clinic_id', '=', clinicId).onRef('n.id', '=', 't.notice_id'),
    )
    .select([
      't.patient_id',
      't.kind',
      't.phone',
      't.status',
      't.sending_at',
      't.queued_at',
      't.broadcast_id',
    ])
    .select(['n.appointment_id', 'n.visit_starts_at', 'n.subject_id', 'n.key'])
    .where('t.clinic_id', '=', clinicId)
    .where('t.id', '=', textId)
    .where('t.status', 'in', ['queued', 'sending'])
    .forUpdate('t')
    .executeTakeFirst()
  if (!text) return 'settled before'
  const now = services.clock.now()
  const kind = text.kind as TextKind
  const isHandedOver = text.status === 'sending'
  if (now.getTime() - text.queued_at.getTime() > longestMs) {
    const set = { status: isHandedOver ? ('failed' as const) : ('withheld' as const), reason: 'too late' }
    await textRow(tx, clinicId, textId).set(set).execute()
    return set.reason
  }
  const { patient_id: patientId } = text
  const content =
    kind === broadcastKind
      ? await broadcastText(tx, { clinicId, patientId, broadcastId: text.broadcast_id ?? '' })
      : await textContent(tx, services.config, {
          ...{ clinicId, kind, subjectId: text.subject_id ?? '', key: text.key ?? '' },
          visit: visitOfNotice(text),
          now,
        })
  if (!content.isCurrent && !isHandedOver) {
    const set = { status: 'withheld', reason: 'withdrawn' } as const
    await textRow(tx, clinicId, textId).set(set).execute()
    return set.reason
  }
  if (!isHandedOver) {
    const decision = await decideText(tx, services.sms, { clinicId, patientId, kind, now })
    const withheld =
      'withheld' in decision ? decision.withheld : decision.phone === text.phone ? null : 'another number'
    if (withheld) {
      const set = { status: 'withheld', reason: withheld } as const
      await textRow(tx, clinicId, textId).set(set).execute()
      return withheld
    }
    if ('phone' in decision && decision.notBefore) {
      const set = { send_at: decision.notBefore }
      await textRow(tx, clinicId, textId).set(set).execute()
      return 'quiet hours'
    }
  }
  await textRow(tx, clinicId, textId)
    .set((row) => ({
      status: 'sending' as const,
      sending_at: text.sending_at ?? now,
      attempts: row('attempts', '+', 1),
    }))
    .execute()
  return {
    phone: text.phone,
    text: content.text,
    handedOverAt: isHandedOver ? (text.sending_at ?? now) : null,
  }
}
