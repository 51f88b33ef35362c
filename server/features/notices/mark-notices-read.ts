import { sql } from 'kysely'
import { AppError } from '#domain/errors.ts'
import { isTeamRole } from '#domain/memberships/memberships.ts'
import { markNoticesReadInput } from '#domain/notices/inputs.ts'
import { action } from '#server/clinic/action.ts'
import { asSystem } from '#server/platform/database/transactions.ts'

/**
 * Marks some of the caller's notices as read, or all up to an instant, so that later ones stay unread. Updates the
 * caller's other open pages. Read-only members may call it too.
 * @returns how many were unread; ignores ids of others
 * @throws AppError `not_allowed` outside the clinic's team
 */
export const markNoticesRead = action({
  name: 'mark-notices-read',
  input: markNoticesReadInput,
  access: 'signed-in',
  run: (tx, ctx, { noticeIds, until }): Promise<{ marked: number }> => {
    if (!ctx.actor.isBillingOnly && !isTeamRole(ctx.actor.role)) throw new AppError('not_allowed')
    return asSystem(tx, async () => {
      const { numUpdatedRows } = await tx
        .updateTable('user_notices')
        .set({ read_at: ctx.now() })
        .where('clinic_id', '=', ctx.clinicId)
        .where('user_id', '=', ctx.userId)
        .where('read_at', 'is', null)
        .where((row) =>
          until === undefined
            ? row('id', 'in', noticeIds)
            : // as text: a Date has only milliseconds
              row('noticed_at', '<=', sql<Date>`${until}::timestamptz`),
        )
        .executeTakeFirst()
      const marked = Number(numUpdatedRows)
      if (marked > 0)
        await sql`select app.announce(${ctx.clinicId}::uuid, ${ctx.userId}::uuid, 'notices')`.execute(tx)
      return { marked }
    })
  },
})
