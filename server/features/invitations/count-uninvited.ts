import * as z from 'zod/mini'
import { recentlyAddedDays, type UninvitedPatients } from '#domain/invitations/invitations.ts'
import { dayMs } from '#domain/values/durations.ts'
import { action } from '#server/clinic/action.ts'
import { asSystem } from '#server/platform/database/transactions.ts'
import { uninvitedRecords } from './uninvited.ts'

/**
 * Counts the clinic's patients with an address who are not invited yet, without naming them.
 * @throws AppError `not_allowed`
 */
export const countUninvited = action({
  name: 'count-uninvited',
  input: z.object({}),
  access: 'members:read',
  run: (tx, ctx): Promise<UninvitedPatients> =>
    asSystem(tx, async () => {
      const records = await uninvitedRecords(tx, ctx.clinicId)
      const since = new Date(ctx.now().getTime() - recentlyAddedDays * dayMs)
      const invitable = records.filter(({ isShared }) => !isShared)
      return {
        count: invitable.length,
        recent: invitable.filter(({ addedAt }) => addedAt >= since).length,
        shared: records.length - invitable.length,
      }
    }),
})
