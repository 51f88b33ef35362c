import type { Ctx } from '#server/clinic/action.ts'
import { networkKey } from '#server/platform/http/networks.ts'
import { limitCalls } from '../clinics/limit-calls.ts'

/** @throws AppError `rate_limited` */
export function limitLinks(ctx: Ctx, bucket: 'visit-of-link' | 'answer-visit'): Promise<void> {
  const key = networkKey(ctx.caller.address)
  return limitCalls(ctx, { bucket, key, burst: 30, perSeconds: 6 })
}
