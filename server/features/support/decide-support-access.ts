import { AppError } from '#domain/errors.ts'
import {
  decideSupportInput,
  type SupportAccess,
  supportMinutes,
  supportStateOf,
} from '#domain/support/support.ts'
import { action } from '#server/clinic/action.ts'
import { audit } from '#server/clinic/audit.ts'
import { asSystem } from '#server/platform/database/transactions.ts'
import { readAccesses } from './support-rows.ts'

const outcomes = {
  approve: { from: 'waiting', audited: 'support.approved' },
  decline: { from: 'waiting', audited: 'support.declined' },
  end: { from: 'live', audited: 'support.ended' },
} as const

/**
 * Approves a support request for 60 minutes, declines it, or ends the access. No effect on a request that was decided
 * already.
 * @throws AppError `not_found`
 */
export const decideSupportAccess = action({
  name: 'decide-support-access',
  input: decideSupportInput,
  access: 'support:write',
  run: (tx, ctx, { accessId, decision }): Promise<{ accesses: SupportAccess[] }> =>
    asSystem(tx, async () => {
      const { clinicId } = ctx
      const now = ctx.now()
      const found = await tx
        .selectFrom('app.support_access')
        .select([
          'asked_at as askedAt',
          'decided_at as decidedAt',
          'ends_at as endsAt',
          'ended_at as endedAt',
        ])
        .where('clinic_id', '=', clinicId)
        .where('id', '=', accessId)
        .forUpdate()
        .executeTakeFirst()
      if (!found) throw new AppError('not_found')
      const { from, audited } = outcomes[decision]
      if (supportStateOf(found, now) === from) {
        const over = { ended_at: now, ended_by: ctx.userId }
        const decided = { decided_at: now, decided_by: ctx.userId }
        await tx
          .updateTable('app.support_access')
          .set(
            {
              approve: { ...decided, ends_at: new Date(now.getTime() + supportMinutes * 60_000) },
              decline: { ...decided, ...over },
              end: over,
            }[decision],
          )
          .where('clinic_id', '=', clinicId)
          .where('id', '=', accessId)
          .execute()
        await audit(tx, audited, { type: 'support_access', id: accessId })
      }
      return { accesses: await readAccesses(tx, now, clinicId) }
    }),
})
