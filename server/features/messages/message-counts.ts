import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { MessageCounts } from '#domain/messages/messages.ts'
import { action } from '#server/clinic/action.ts'
import { mayUseHealthData } from '#server/clinic/health-data.ts'

/**
 * Returns the number of unread conversations, for the badge of each page. Not audited, because it reveals no patient.
 * Zero before the second step, which the message pages ask for.
 * @throws AppError `not_allowed` unless the actor is on the team
 */
export const messageCounts = action({
  name: 'message-counts',
  input: z.object({}),
  access: 'clinic:read',
  async run(tx, { clinicId, userId }): Promise<MessageCounts> {
    if (!(await mayUseHealthData(tx))) return { unread: 0, mine: 0 }
    return tx
      .selectFrom('message_threads')
      .select([
        sql<number>`count(*)::int`.as('unread'),
        sql<number>`count(*) filter (where assignee_id = ${userId}::uuid)::int`.as('mine'),
      ])
      .where('clinic_id', '=', clinicId)
      .where('clinic_unread', '>', 0)
      .executeTakeFirstOrThrow()
  },
})
