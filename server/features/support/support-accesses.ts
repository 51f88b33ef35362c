import * as z from 'zod/mini'
import type { SupportAccess } from '#domain/support/support.ts'
import { action } from '#server/clinic/action.ts'
import { asSystem } from '#server/platform/database/transactions.ts'
import { requireOperator } from '../operator/require-operator.ts'
import { readAccesses } from './support-rows.ts'

/** Returns the clinic's support accesses, to its admins. */
export const supportAccesses = action({
  name: 'support-accesses',
  input: z.object({}),
  access: 'clinic:update',
  run: (tx, ctx): Promise<{ accesses: SupportAccess[] }> =>
    asSystem(tx, async () => ({ accesses: await readAccesses(tx, ctx.now(), ctx.clinicId) })),
})

/**
 * Returns the support accesses of all clinics, to the operator.
 * @throws AppError `not_allowed`, `second_step_required` unless the operator
 */
export const operatorSupport = action({
  name: 'operator-support',
  input: z.object({}),
  access: 'signed-in',
  async run(tx, ctx): Promise<{ accesses: SupportAccess[] }> {
    await requireOperator(tx, ctx)
    return asSystem(tx, async () => ({ accesses: await readAccesses(tx, ctx.now()) }))
  },
})
