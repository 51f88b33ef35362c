import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { FeedbackCounts } from '#domain/feedback/feedback.ts'
import { action } from '#server/clinic/action.ts'
import { mayUseHealthData } from '#server/clinic/health-data.ts'

/**
 * Returns the number of open feedback entries, for links. Not audited, because it reveals no patient. Zero before the
 * second step, which the page asks for.
 * @throws AppError `not_allowed` unless the actor is on the team
 */
export const feedbackCounts = action({
  name: 'feedback-counts',
  input: z.object({}),
  access: 'clinic:read',
  async run(tx, { clinicId }): Promise<FeedbackCounts> {
    if (!(await mayUseHealthData(tx))) return { open: 0 }
    return tx
      .selectFrom('feedback')
      .select(sql<number>`count(*)::int`.as('open'))
      .where('clinic_id', '=', clinicId)
      .where('answered_at', 'is', null)
      .executeTakeFirstOrThrow()
  },
})
