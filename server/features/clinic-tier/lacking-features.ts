import * as z from 'zod/mini'
import { type LackingFeatures, tierFeatures } from '#domain/clinic-tier/tier-features.ts'
import { AppError } from '#domain/errors.ts'
import { action } from '#server/clinic/action.ts'
import { asSystem } from '#server/platform/database/transactions.ts'
import { clinicHas } from './tier-features.ts'

/**
 * Returns the features that the clinic's tier lacks, so that screens can name the plan that includes them. A patient
 * reads only whether text messages are missing.
 * @throws AppError `not_allowed` for a caller without a membership
 */
export const lackingFeatures = action({
  name: 'lacking-features',
  input: z.object({}),
  access: 'signed-in',
  async run(tx, ctx): Promise<LackingFeatures> {
    const { role } = ctx.actor
    if (!role) throw new AppError('not_allowed')
    const asked = role === 'patient' ? (['text_messages'] as const) : tierFeatures
    return asSystem(tx, async () => {
      const has = await Promise.all(asked.map((feature) => clinicHas(tx, ctx.clinicId, feature, ctx.now())))
      return { lacking: asked.filter((_feature, index) => !has[index]) }
    })
  },
})
