import { AppError } from '#domain/errors.ts'
import { askSupportInput, type SupportAccess, supportAccessInput } from '#domain/support/support.ts'
import { action } from '#server/clinic/action.ts'
import { audit } from '#server/clinic/audit.ts'
import { asSystem } from '#server/platform/database/transactions.ts'
import { requireOperator } from '../operator/require-operator.ts'
import { endLapsed, readAccesses } from './support-rows.ts'

/**
 * Requests access to a clinic for the operator, with a reason for its admins, who must approve it.
 * @throws AppError `not_allowed`, `second_step_required` unless the operator; `not_found`, `support_open`
 */
export const askSupportAccess = action({
  name: 'ask-support-access',
  input: askSupportInput,
  access: 'signed-in',
  async run(tx, ctx, { clinicId, reason }): Promise<{ accesses: SupportAccess[] }> {
    await requireOperator(tx, ctx)
    return asSystem(tx, async () => {
      const now = ctx.now()
      const clinic = await tx
        .selectFrom('clinics')
        .select('id')
        .where('id', '=', clinicId)
        .forUpdate()
        .executeTakeFirst()
      if (!clinic) throw new AppError('not_found')
      await endLapsed(tx, clinicId, now)
      const asked = await tx
        .insertInto('app.support_access')
        .values({ clinic_id: clinicId, reason, asked_by: ctx.userId, asked_at: now })
        .onConflict((conflict) => conflict.column('clinic_id').where('ended_at', 'is', null).doNothing())
        .returning('id')
        .executeTakeFirst()
      if (!asked) throw new AppError('support_open')
      await audit(tx, 'support.asked', { type: 'support_access', id: asked.id }, {}, clinicId)
      await ctx.notices.notifyAdmins(tx, { clinicId, kind: 'security_changed', key: `support:${asked.id}` })
      return { accesses: await readAccesses(tx, now) }
    })
  },
})

/**
 * Ends the operator's own access, or withdraws a request. No effect on an access that has ended.
 * @throws AppError `not_allowed`, `second_step_required` unless the operator; `support_over` as in support-view
 */
export const endSupportAccess = action({
  name: 'end-support-access',
  input: supportAccessInput,
  access: 'signed-in',
  async run(tx, ctx, { accessId }): Promise<{ accesses: SupportAccess[] }> {
    await requireOperator(tx, ctx)
    return asSystem(tx, async () => {
      const now = ctx.now()
      const access = await tx
        .selectFrom('app.support_access')
        .select('clinic_id')
        .where('id', '=', accessId)
        .executeTakeFirst()
      if (!access) throw new AppError('support_over')
      const ended = await tx
        .updateTable('app.support_access')
        .set({ ended_at: now, ended_by: ctx.userId })
        .where('clinic_id', '=', access.clinic_id)
        .where('id', '=', accessId)
        .where('asked_by', '=', ctx.userId)
        .where('ended_at', 'is', null)
        .returning('clinic_id')
        .executeTakeFirst()
      if (!ended) throw new AppError('support_over')
      await audit(tx, 'support.ended', { type: 'support_access', id: accessId }, {}, ended.clinic_id)
      return { accesses: await readAccesses(tx, now) }
    })
  },
})
