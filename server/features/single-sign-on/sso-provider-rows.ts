import type { Selectable } from 'kysely'
import type { SsoProviders } from '#db/types.generated.ts'
import { AppError } from '#domain/errors.ts'
import type { SsoProviderView } from '#domain/single-sign-on/providers.ts'
import type { ClinicCtx } from '#server/clinic/action.ts'
import type { Tx } from '#server/platform/database/transactions.ts'

type SsoProviderRow = Selectable<SsoProviders>

export function viewOf(row: SsoProviderRow): SsoProviderView {
  return {
    id: row.id,
    name: row.name,
    entityId: row.entity_id,
    domains: row.domains,
    joinsAnyone: row.joins_anyone,
    isEnabled: row.disabled_at === null,
  }
}

/** @throws AppError `second_step_required` */
export function requireOwnSecondStep({ actor }: ClinicCtx): void {
  if (actor.aal !== 'aal2') throw new AppError('second_step_required')
}

/**
 * Changes one of the clinic's providers. Role `system`.
 * @throws AppError `not_found`
 */
export async function changeSsoProvider(
  tx: Tx,
  ctx: ClinicCtx,
  providerId: string,
  change: { disabled_at: Date | null } | { removed_at: Date },
): Promise<SsoProviderRow> {
  const row = await tx
    .updateTable('sso_providers')
    .set({ ...change, updated_at: ctx.now() })
    .where('clinic_id', '=', ctx.clinicId)
    .where('id', '=', providerId)
    .where('removed_at', 'is', null)
    .returningAll()
    .executeTakeFirst()
  if (!row) throw new AppError('not_found')
  return row
}

/** Signs out all users of a provider. Role `system`. */
export async function endSessionsOf(tx: Tx, providerId: string): Promise<void> {
  await tx
    .deleteFrom('auth.sessions')
    .where('user_id', 'in', (query) =>
      query.selectFrom('auth.users').select('id').where('sso_provider_id', '=', providerId),
    )
    .execute()
}
