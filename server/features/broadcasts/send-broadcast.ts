import { reasonsOf, sendBroadcastInput } from '#domain/broadcasts/broadcasts.ts'
import { AppError } from '#domain/errors.ts'
import { quietUntil, zonesOf } from '#domain/text-messages/quiet-hours.ts'
import { broadcastTexts } from '#domain/texts/broadcasts.ts'
import { messageTexts } from '#domain/texts/messages.ts'
import { oneLine } from '#domain/values/line-text.ts'
import { action, type ClinicCtx } from '#server/clinic/action.ts'
import { audit } from '#server/clinic/audit.ts'
import { clinicZone } from '#server/clinic/clinic-zone.ts'
import { lockClinic } from '#server/clinic/lock-clinic.ts'
import { asSystem, type Tx } from '#server/platform/database/transactions.ts'
import { takeToken } from '#server/platform/rate-limits.ts'
import { readAudience } from './audience.ts'
import { deliverBroadcastJob } from './deliver-broadcast.ts'
import { requireTexts } from './require-texts.ts'

const limit = { burst: 20, perSeconds: 180 }
const perInsert = 1_000

/**
 * Starts a message to many patients. Idempotent per `attempt`. Each patient of the audience gets a row, which a job sends
 * once; emails and texts not in the patient's night (docs/decisions/0209).
 * @throws AppError `invalid_input` at `count` if it is not the number of recipients any more, and as in preview-broadcast;
 * `rate_limited`
 */
export const sendBroadcast = action({
  name: 'send-broadcast',
  input: sendBroadcastInput,
  access: 'messages:write',
  system: 'writes the recipients, which no caller reads, and reads their consents and addresses',
  async run(tx, ctx, draft): Promise<{ broadcastId: string }> {
    const { clinicId, userId } = ctx
    const { channel, purpose } = draft
    await asSystem(tx, () => lockClinic(tx, clinicId))
    const before = await asSystem(tx, () => sentBefore(tx, ctx, draft.attempt))
    if (before) return { broadcastId: before }
    if (channel === 'text') await requireTexts(tx, ctx)
    const { name, recipients } = await readAudience(tx, ctx, draft)
    const reasons = reasonsOf(recipients, draft)
    const count = recipients.filter(({ patientId }) => reasons.get(patientId) === null).length
    if (count !== draft.count) {
      const message = broadcastTexts.problems.counted(count)
      throw new AppError('invalid_input', { fields: [{ path: 'count', message }] })
    }
    return asSystem(tx, async () => {
      const { allowed, retryAfterSeconds } = await takeToken(tx, {
        bucket: 'broadcasts',
        key: clinicId,
        limit,
      })
      if (!allowed) throw new AppError('rate_limited', { details: { retryAfterSeconds } })
      const now = ctx.now()
      const zone = await clinicZone(tx, clinicId)
      const { id: broadcastId } = await tx
        .insertInto('broadcasts')
        .values({
          clinic_id: clinicId,
          channel,
          purpose,
          audience: draft.audience,
          audience_name: oneLine(name),
          subject: draft.subject,
          body: draft.body,
          author_id: userId,
          author_name: await authorName(tx, userId),
          attempt: draft.attempt,
          created_at: now,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      for (let start = 0; start < recipients.length; start += perInsert) {
        await tx
          .insertInto('app.broadcast_recipients')
          .values(
            recipients.slice(start, start + perInsert).map(({ patientId, state }) => {
              const reason = reasons.get(patientId) ?? null
              const notBefore = channel === 'portal' ? null : quietUntil(now, zonesOf(state, zone))
              return {
                clinic_id: clinicId,
                broadcast_id: broadcastId,
                patient_id: patientId,
                status: reason ? ('withheld' as const) : ('waiting' as const),
                reason,
                send_at: notBefore ?? now,
              }
            }),
          )
          .execute()
      }
      await audit(tx, 'broadcast.sent', { type: 'broadcast', id: broadcastId }, { channel, count }, clinicId)
      await ctx.jobs.enqueue(tx, deliverBroadcastJob, { clinicId, broadcastId }, { once: broadcastId })
      return { broadcastId }
    })
  },
})

async function sentBefore(
  tx: Tx,
  { clinicId, userId }: ClinicCtx,
  attempt: string,
): Promise<string | undefined> {
  const found = await tx
    .selectFrom('broadcasts')
    .select('id')
    .where('clinic_id', '=', clinicId)
    .where('author_id', '=', userId)
    .where('attempt', '=', attempt)
    .executeTakeFirst()
  return found?.id
}

async function authorName(tx: Tx, userId: string): Promise<string> {
  const { user_metadata } = await tx
    .selectFrom('auth.users')
    .select('user_metadata')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const { full_name: name } = (user_metadata ?? {}) as { full_name?: unknown }
  const given = typeof name === 'string' ? oneLine(name).slice(0, 200) : ''
  return given || messageTexts.thread.theTeam
}
