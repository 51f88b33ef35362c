import { unprovenDays } from '#domain/account/address-change.ts'
import { dayMs } from '#domain/values/durations.ts'
import { defineJob, type JobDefinition } from '#server/platform/jobs/jobs.ts'
import type { Auth } from '../context/auth.ts'
import { openAddressChange, settleAddressChange } from '../people/address-changes.ts'
import { lockUser } from '../people/users.ts'
import { takeEffect } from './lost-mailbox.ts'

const jobName = 'auth.settle-address-changes'

/** Applies changes without the old mailbox after the time to object, and ends those never proven. */
export function settleAddressChanges(auth: Pick<Auth, 'services'>): JobDefinition {
  const { transactions, clock } = auth.services
  return defineJob({
    name: jobName,
    cron: '37 * * * *',
    async run() {
      const now = clock.now()
      const expiresBefore = new Date(now.getTime() - unprovenDays * dayMs)
      const due = await transactions.withSystem(`job:${jobName}`, (tx) =>
        tx
          .selectFrom('auth.address_changes')
          .select('user_id')
          .where('settled_at', 'is', null)
          .where('effective_at', '<=', now)
          .where((where) =>
            where.or([where('proven_at', 'is not', null), where('requested_at', '<=', expiresBefore)]),
          )
          .execute(),
      )
      let changed = 0
      for (const { user_id: userId } of due) {
        changed += await transactions.withSystem(`job:${jobName}`, async (tx) => {
          const user = await lockUser(tx, userId)
          const change = user && (await openAddressChange(tx, userId))
          if (!change) return 0
          if (change.proven_at) return Number(await takeEffect(tx, auth, user, change))
          if (change.requested_at <= expiresBefore) await settleAddressChange(tx, userId, 'expired', now)
          return 0
        })
      }
      return { changed }
    },
  })
}
