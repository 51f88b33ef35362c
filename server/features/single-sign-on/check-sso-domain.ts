import { AppError } from '#domain/errors.ts'
import { checkSsoDomainInput, type DomainAnswer, type SsoDomainView } from '#domain/single-sign-on/domains.ts'
import { outwardAction } from '#server/clinic/action.ts'
import { securityChanged } from '#server/clinic/notices.ts'
import { requirePermission } from '#server/clinic/permission.ts'
import { retryIfTaken } from '#server/platform/database/retry-if-taken.ts'
import { asSystem } from '#server/platform/database/transactions.ts'
import { limitCalls } from '../clinics/limit-calls.ts'
import { domainViewOf, lookUpProof, storeAnswer } from './sso-domain-rows.ts'
import { requireOwnSecondStep } from './sso-provider-rows.ts'

/**
 * Verifies by a TXT record that a domain of an identity provider belongs to the clinic (docs/decisions/0147). Users
 * with addresses there may then sign in.
 * @throws AppError `not_allowed` unless the actor may `security:write`; `second_step_required`, `rate_limited`,
 * `not_found`
 * @throws AppError `sso_domain_taken` when the record exists, but another clinic has the domain
 */
export const checkSsoDomain = outwardAction({
  name: 'check-sso-domain',
  input: checkSsoDomainInput,
  access: 'security:write',
  async run(ctx, { domain }): Promise<{ domain: SsoDomainView; answer: DomainAnswer }> {
    requireOwnSecondStep(ctx)
    await limitCalls(ctx, { bucket: 'check-sso-domain', key: ctx.clinicId, burst: 20, perSeconds: 30 })
    const { transactions, caller, clinicId } = ctx
    const row = await transactions.withActor(caller, (tx) =>
      asSystem(tx, () =>
        tx
          .selectFrom('app.sso_domains')
          .selectAll()
          .where('clinic_id', '=', clinicId)
          .where('domain', '=', domain)
          .executeTakeFirst(),
      ),
    )
    if (!row) throw new AppError('not_found')
    const answer = await lookUpProof(ctx, row)
    const stored = await retryIfTaken(() =>
      transactions.withActor(caller, async (tx, actor) => {
        await requirePermission(tx, actor, 'security:write')
        return asSystem(tx, async () => {
          const stored = await storeAnswer(tx, ctx, row, answer)
          const isNew = stored.proven_at !== null && row.proven_at === null
          if (isNew) await ctx.notices.notifyAdmins(tx, securityChanged(ctx))
          return stored
        })
      }),
    )
    return { domain: domainViewOf(stored), answer }
  },
})
