import type { Ctx } from '#server/clinic/action.ts'
import { audit } from '#server/clinic/audit.ts'
import type { Tx } from '#server/platform/database/transactions.ts'

/**
 * Adds a pending patient until the address is confirmed (docs/threats.md T31). Role `system`.
 * @param name from the form, perhaps not by the address's owner
 * @returns the pending membership, new or earlier; null for a member of the clinic
 */
export async function waitAsPatient(
  tx: Tx,
  ctx: Ctx,
  clinicId: string,
  { account, name }: { account: { id: string; email: string }; name: string },
): Promise<string | null> {
  const now = ctx.now()
  const present = await tx
    .selectFrom('clinic_memberships')
    .select(['id', 'status'])
    .where('clinic_id', '=', clinicId)
    .where('user_id', '=', account.id)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  if (present) return present.status === 'pending' ? present.id : null

  const stamps = { created_at: now, updated_at: now }
  const { id } = await tx
    .insertInto('clinic_memberships')
    .values({ clinic_id: clinicId, user_id: account.id, role: 'patient', status: 'pending', ...stamps })
    .returning('id')
    .executeTakeFirstOrThrow()
  // an existing record stays: a stranger with this address must not change what the clinic sees
  await tx
    .insertInto('patients')
    .values({ clinic_id: clinicId, user_id: account.id, full_name: name, email: account.email, ...stamps })
    .onConflict((conflict) => conflict.columns(['clinic_id', 'user_id']).doNothing())
    .execute()
  await audit(tx, 'membership.requested', { type: 'membership', id }, {}, clinicId)
  return id
}
