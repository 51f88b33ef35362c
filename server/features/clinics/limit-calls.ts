import { createHash } from 'node:crypto'
import { AppError } from '#domain/errors.ts'
import type { Ctx } from '#server/clinic/action.ts'
import { type RateLimit, takeTokenAndCommit } from '#server/platform/rate-limits.ts'

/**
 * Counts one call of an action, in a transaction of its own, so that a refused call counts too. Shared by all processes.
 *
 * @param key by what is counted: a network address (`networkKey`), a clinic, an email address (`addressKey`)
 * @throws AppError `rate_limited`, with the seconds to wait
 */
export async function limitCalls(
  ctx: Ctx,
  { bucket, key, ...limit }: { bucket: string; key: string } & RateLimit,
): Promise<void> {
  const { requestId } = ctx.caller
  const { allowed, retryAfterSeconds } = await takeTokenAndCommit(
    ctx.transactions,
    { purpose: `limit: ${bucket}`, requestId },
    { bucket, key, limit },
  )
  if (!allowed) throw new AppError('rate_limited', { details: { bucket, retryAfterSeconds } })
}

/** An email address as the key of a counter, which keeps nobody's address (docs/threats.md T22). */
export const addressKey = (email: string) =>
  createHash('sha256').update(email.toLowerCase()).digest('base64url')
