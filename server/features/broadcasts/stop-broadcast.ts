import { stopBroadcastInput } from '#domain/broadcasts/broadcasts.ts'
import { AppError } from '#domain/errors.ts'
import { action } from '#server/clinic/action.ts'
import { audit } from '#server/clinic/audit.ts'
import { asSystem } from '#server/platform/database/transactions.ts'

/**
 * Stops a message to many: recipients who wait get nothing. Waits for the batch that is being sent. One that has ended stays
 * as it is.
 * @throws AppError `not_found`
 */
export const stopBroadcast = action({
  name: 'stop-broadcast',
  input: stopBroadcastInput,
  access: 'messages:write',
  run: (tx, { clinicId, now }, { broadcastId }): Promise<{ left: number }> =>
    asSystem(tx, async () => {
      const found = await tx
        .selectFrom('broadcasts')
        .select('status')
        .where('clinic_id', '=', clinicId)
        .where('id', '=', broadcastId)
        .forUpdate()
        .executeTakeFirst()
      if (!found) throw new AppError('not_found')
      if (found.status !== 'sending') return { left: 0 }
      await tx
        .updateTable('broadcasts')
        .set({ status: 'stopped', ended_at: now() })
        .where('clinic_id', '=', clinicId)
        .where('id', '=', broadcastId)
        .execute()
      const { numUpdatedRows } = await tx
        .updateTable('app.broadcast_recipients')
        .set({ status: 'left' })
        .where('clinic_id', '=', clinicId)
        .where('broadcast_id', '=', broadcastId)
        .where('status', '=', 'waiting')
        .executeTakeFirst()
      const left = Number(numUpdatedRows)
      await audit(tx, 'broadcast.stopped', { type: 'broadcast', id: broadcastId }, { left }, clinicId)
      return { left }
    }),
})
