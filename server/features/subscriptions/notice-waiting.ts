import { AppError } from '#domain/errors.ts'
import { dayMs } from '#domain/values/durations.ts'
import type { Services } from '#server/clinic/action.ts'
import type { Tx } from '#server/platform/database/transactions.ts'
import { readWaiting, type Waiting } from '../notices/waiting-plans.ts'
import { writeNotice } from '../notices/write-notice.ts'

/** Admins are notified again after each of these periods. */
const againAfterMs = 7 * dayMs

/** Notifies the payer once, and the clinic's admins every week, of an unconfirmed request. Role `system`. */
export async function noticeWaiting(
  tx: Tx,
  { notices, clock }: Pick<Services, 'notices' | 'clock'>,
  { clinicId, subscriptionId, patientId, since }: Waiting,
): Promise<void> {
  const now = clock.now()
  const key = `${subscriptionId}:${since.toISOString()}`
  await writeNotice(tx, { clinicId, kind: 'plan_change_waits', subjectId: subscriptionId, key }, now)
  const times = Math.floor((now.getTime() - since.getTime()) / againAfterMs)
  await notices.notifyAdmins(tx, {
    clinicId,
    kind: 'plan_change_waits',
    key: `${key}:${times}`,
    patientId,
    subjectId: subscriptionId,
  })
}

export function isDisconnected(error: unknown): boolean {
  return error instanceof AppError && error.code === 'payments_disconnected'
}

/** Notifies payer and admins now of a recorded request that cannot be made. */
export async function noticeAtOnce(
  services: Services,
  of: { clinicId: string; subscriptionId: string },
): Promise<void> {
  await services.transactions.withSystem('subscriptions.unconfirmed', async (tx) => {
    const before = services.clock.now()
    for (const waiting of await readWaiting(tx, before, of)) await noticeWaiting(tx, services, waiting)
  })
}
