import { sql } from 'kysely'
import { reasonOf } from '#domain/broadcasts/broadcasts.ts'
import { withName } from '#domain/broadcasts/inputs.ts'
import type { Channel, Purpose, Reason } from '#domain/broadcasts/kinds.ts'
import { paths } from '#domain/paths.ts'
import { broadcastKind } from '#domain/text-messages/text-messages.ts'
import type { Services } from '#server/clinic/action.ts'
import { broadcastMail } from '#server/emails/broadcasts.ts'
import { senderClinic } from '#server/emails/sender-clinic.ts'
import { clinicOrigin } from '#server/platform/config/config.ts'
import type { Tx } from '#server/platform/database/transactions.ts'
import { defineJob, type JobResult } from '#server/platform/jobs/jobs.ts'
import { openThread } from '../messages/thread.ts'
import { insertMessage, noteMessage } from '../messages/write-message.ts'
import { sendTextJob } from '../text-messages/send-text.ts'
import { type Recipient, readFacts } from './audience.ts'

export const deliverBroadcastJob = 'broadcasts.deliver'

/** In one transaction: a stop waits for at most so many. */
const batch = 50

type Tools = Pick<Services, 'transactions' | 'clock' | 'jobs' | 'mailer' | 'notices' | 'config'>

interface Broadcast {
  id: string
  clinicId: string
  channel: Channel
  purpose: Purpose
  subject: string
  body: string
  authorId: string | null
  authorName: string
}

/**
 * Sends a message to many to the recipients whose time has come. A recipient's row and the message commit together, so
 * a run after a crash continues with the others. Consents are checked again.
 */
export function deliverBroadcast(tools: Tools) {
  const { transactions, clock } = tools
  return defineJob<{ clinicId: string; broadcastId: string }>({
    name: deliverBroadcastJob,
    retryLimit: 12,
    retryDelaySeconds: 30,
    async run({ clinicId, broadcastId }): Promise<JobResult> {
      let sent = 0
      for (;;) {
        const step = await transactions.withSystem(`job:${deliverBroadcastJob}`, (tx) =>
          deliverBatch(tx, tools, { clinicId, broadcastId, now: clock.now() }),
        )
        sent += step.sent
        if (step.isOver) return { sent }
      }
    },
  })
}

/** Queues messages to many with recipients whose quiet hours are over, or whose job was lost. */
export function deliverDueBroadcasts({
  transactions,
  clock,
  jobs,
}: Pick<Services, 'transactions' | 'clock' | 'jobs'>) {
  return defineJob({
    name: 'broadcasts.deliver-due',
    cron: '*/5 * * * *',
    run: (): Promise<JobResult> =>
      transactions.withSystem('job:broadcasts.deliver-due', async (tx) => {
        const { rows: due } = await sql<{ clinicId: string; broadcastId: string }>`
          select b.clinic_id as "clinicId", b.id as "broadcastId" from public.broadcasts b
           where b.status = 'sending'
             and coalesce((select min(r.send_at) from app.broadcast_recipients r
                            where r.clinic_id = b.clinic_id and r.broadcast_id = b.id and r.status = 'waiting'), '-infinity')
                 <= ${clock.now()}`.execute(tx)
        for (const each of due) await jobs.enqueue(tx, deliverBroadcastJob, each, { once: each.broadcastId })
        return { queued: due.length }
      }),
  })
}

async function deliverBatch(
  tx: Tx,
  tools: Tools,
  { clinicId, broadcastId, now }: { clinicId: string; broadcastId: string; now: Date },
): Promise<{ sent: number; isOver: boolean }> {
  const row = await tx
    .selectFrom('broadcasts')
    .select(['channel', 'purpose', 'subject', 'body', 'author_id', 'author_name'])
    .where('clinic_id', '=', clinicId)
    .where('id', '=', broadcastId)
    .where('status', '=', 'sending')
    .forUpdate()
    .executeTakeFirst()
  if (!row) return { sent: 0, isOver: true }
  const broadcast: Broadcast = {
    ...{ id: broadcastId, clinicId, subject: row.subject, body: row.body },
    channel: row.channel as Channel,
    purpose: row.purpose as Purpose,
    authorId: row.author_id,
    authorName: row.author_name,
  }
  const waiting = await tx
    .selectFrom('app.broadcast_recipients')
    .select(['id', 'patient_id', 'token', 'send_at'])
    .where('clinic_id', '=', clinicId)
    .where('broadcast_id', '=', broadcastId)
    .where('status', '=', 'waiting')
    .orderBy('send_at')
    .orderBy('patient_id')
    .limit(batch)
    .forUpdate()
    .execute()
  const due = waiting.filter(({ send_at: at }) => at <= now)
  const facts = await readFacts(
    tx,
    clinicId,
    due.map(({ patient_id: id }) => id),
  )
  const found = new Map(facts.map((each) => [each.patientId, each]))
  const write = await writerOf(tx, tools, broadcast, now)
  const became = new Map<Reason | null, string[]>()
  for (const { id, patient_id: patientId, token } of due) {
    const to = found.get(patientId)
    const reason = to ? reasonOf(to, broadcast) : 'no_reader'
    if (to && reason === null) await write({ ...to, id, token })
    became.set(reason, [...(became.get(reason) ?? []), patientId])
  }
  for (const [reason, patientIds] of became) {
    await tx
      .updateTable('app.broadcast_recipients')
      .set(reason ? { status: 'withheld', reason } : { status: 'sent', sent_at: now })
      .where('clinic_id', '=', clinicId)
      .where('broadcast_id', '=', broadcastId)
      .where('patient_id', 'in', patientIds)
      .execute()
  }
  if (waiting.length === 0)
    await tx
      .updateTable('broadcasts')
      .set({ status: 'sent', ended_at: now })
      .where('clinic_id', '=', clinicId)
      .where('id', '=', broadcastId)
      .execute()
  return { sent: became.get(null)?.length ?? 0, isOver: due.length === 0 }
}

type Write = (to: Recipient & { id: string; token: string }) => Promise<void>

/** Writes the message of one recipient, in the same transaction. */
async function writerOf(tx: Tx, tools: Tools, broadcast: Broadcast, now: Date): Promise<Write> {
  const { clinicId, channel, purpose, subject, body } = broadcast
  if (channel === 'portal')
    return ({ patientId, name, id }) => post(tx, tools, broadcast, { patientId, name, id, now })
  if (channel === 'text')
    return async ({ patientId, phone, id }) => {
      await tx
        .insertInto('app.text_messages')
        .values({
          ...{ id, clinic_id: clinicId, patient_id: patientId, kind: broadcastKind, phone: phone ?? '' },
          ...{ broadcast_id: broadcast.id, queued_at: now, send_at: now },
        })
        .execute()
      await tools.jobs.enqueue(tx, sendTextJob, { clinicId, textId: id }, { once: id })
    }
  const clinic = await senderClinic(tx, tools.config, clinicId)
  const origin = clinicOrigin(tools.config, clinic.subdomain)
  return async ({ name, email, id, token }) => {
    // after the #, so that no server or log sees it
    const stopLink = `${origin}${paths.stopMails}?about=${purpose}#${token}`
    const written = { to: email ?? '', subject: withName(subject, name), body: withName(body, name) }
    await tools.mailer.queue(tx, { ...broadcastMail({ clinic, purpose, stopLink, ...written }), id })
  }
}

async function post(
  tx: Tx,
  { notices }: Pick<Tools, 'notices'>,
  { clinicId, body, authorId, authorName }: Broadcast,
  { patientId, name, id, now }: { patientId: string; name: string; id: string; now: Date },
): Promise<void> {
  const thread = await openThread(tx, clinicId, patientId, now)
  const number = thread.last_number + 1
  const messageId = await insertMessage(tx, {
    ...{ clinicId, patientId, number, authorId, authorName, attempt: id, at: now },
    side: 'clinic',
    body: withName(body, name),
  })
  await noteMessage(
    tx,
    { clinicId, notices },
    { patientId, number, side: 'clinic', thread, messageId, at: now },
  )
}
