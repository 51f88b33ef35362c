import type { ClinicCtx } from '#server/clinic/action.ts'
import type { Tx } from '#server/platform/database/transactions.ts'
import { refundOnLeaving, refundParts } from '../changes/leave-change.ts'
import { readChangeable } from '../changes/load-changeable.ts'
import type { Recorded } from '../changes/recorded-change.ts'
import { recordLeaving } from './record-leaving.ts'

/**
 * Ends a paused subscription, locked by the caller: now, because none of its periods is running, with the pause's
 * credit refunded (docs/decisions/0142). Recorded here, carried out by the caller or by a job. Role `system`.
 * @throws AppError `subscription_changing` while another change is pending
 */
export async function endPaused(
  tx: Tx,
  ctx: Pick<ClinicCtx, 'clinicId' | 'now' | 'jobs'>,
  subscriptionId: string,
  afterSeconds = 0,
): Promise<Recorded> {
  const at = ctx.now()
  const present = await readChangeable(tx, ctx.clinicId, subscriptionId, at)
  const { cents } = await refundOnLeaving(tx, present, at, 0)
  const details = { parts: await refundParts(tx, present, cents), credit: null }
  return recordLeaving(tx, ctx, subscriptionId, { cents, details, afterSeconds })
}
