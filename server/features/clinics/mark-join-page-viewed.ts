import * as z from 'zod/mini'
import { action } from '#server/clinic/action.ts'
import { audit } from '#server/clinic/audit.ts'
import { asSystem } from '#server/platform/database/transactions.ts'

/**
 * Marks the checklist step of viewing the clinic's join page as done. Idempotent.
 * @throws AppError `not_allowed` unless the actor may `clinic:read`
 */
export const markJoinPageViewed = action({
  name: 'mark-join-page-viewed',
  input: z.object({}),
  access: 'clinic:read',
  async run(tx, ctx): Promise<{ success: true }> {
    const first = await asSystem(tx, () =>
      tx
        .updateTable('clinics')
        .set({ join_page_viewed_at: ctx.now() })
        .where('id', '=', ctx.clinicId)
        .where('join_page_viewed_at', 'is', null)
        .returning('id')
        .executeTakeFirst(),
    )
    if (first) await audit(tx, 'clinic.join_page_viewed', { type: 'clinic', id: ctx.clinicId })
    return { success: true }
  },
})
