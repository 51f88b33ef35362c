import { previewBroadcastInput } from '#domain/broadcasts/broadcasts.ts'
import { textOf, withName } from '#domain/broadcasts/inputs.ts'
import { AppError } from '#domain/errors.ts'
import { broadcastTexts } from '#domain/texts/broadcasts.ts'
import { action } from '#server/clinic/action.ts'
import { broadcastMail } from '#server/emails/broadcasts.ts'
import { senderClinic } from '#server/emails/sender-clinic.ts'
import { asSystem } from '#server/platform/database/transactions.ts'
import { takeToken } from '#server/platform/rate-limits.ts'
import { accountOf } from '../notices/recipients.ts'

const limit = { burst: 10, perSeconds: 30 }

/**
 * Emails the words of a message to many to the caller's confirmed address, whatever its channel.
 * @returns the address
 * @throws AppError `email_not_confirmed`, `rate_limited`
 */
export const testBroadcast = action({
  name: 'test-broadcast',
  input: previewBroadcastInput,
  access: 'messages:write',
  run: (tx, ctx, { channel, purpose, subject, body }): Promise<{ email: string }> =>
    asSystem(tx, async () => {
      const { clinicId, userId } = ctx
      const account = await accountOf(tx, userId)
      if (!account?.isProven) throw new AppError('email_not_confirmed')
      const { allowed, retryAfterSeconds } = await takeToken(tx, {
        bucket: 'broadcast-tests',
        key: userId,
        limit,
      })
      if (!allowed) throw new AppError('rate_limited', { details: { retryAfterSeconds } })
      const { name, email } = account
      const written = {
        subject: subject === '' ? broadcastTexts.channels[channel] : withName(subject, name),
        body: channel === 'text' ? textOf(body, name) : withName(body, name),
      }
      const clinic = await senderClinic(tx, ctx.config, clinicId)
      await ctx.mailer.queue(tx, broadcastMail({ to: email, clinic, purpose, stopLink: null, ...written }))
      return { email }
    }),
})
