import { createHash } from 'node:crypto'
import { AppError } from '#domain/errors.ts'
import type { Ctx } from '#server/clinic/action.ts'
import { type RateLimit, takeTokenAndCommit } from '#server/platform/rate-limits.ts'

/**
 * Counts a call in its own transaction, so that refused calls count too.
 * @param key a network address (`networkKey`), a clinic, or an email address (`addressKey`)
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

/** Hashes an email address, so that counters store none (docs/threats.md T22). */
export const addressKey = (email: string) =>
  createHash('sha256').update(email.toLowerCase()).digest('base64url')
