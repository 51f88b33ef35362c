import { sql } from 'kysely'
import { AppError } from '#domain/errors.ts'
import type { OwnMembership } from '#domain/memberships/memberships.ts'
import type { ClinicCtx } from '#server/clinic/action.ts'
import { requireOwnAddress } from '#server/clinic/require-own-address.ts'
import type { Tx } from '#server/platform/database/transactions.ts'

/**
 * Activates an invitation to the caller's confirmed address, or their own pending join; else finds their active
 * membership. Role `system`.
 * @returns null without either
 * @throws AppError `email_not_confirmed`
 * @throws AppError `single_sign_on_elsewhere`: an account of another clinic's identity provider
 * @throws AppError `membership_suspended`: only the clinic can reactivate it
 */
export async function takeUpMembership(
  tx: Tx,
  ctx: ClinicCtx,
  clinicId: string,
): Promise<OwnMembership | null> {
  if (!ctx.actor.emailConfirmed) throw new AppError('email_not_confirmed')
  await requireOwnAddress(tx, ctx.userId, clinicId)
  const taken = (await accept(tx, ctx, clinicId)) ?? (await activateJoin(tx, ctx, clinicId))
  if (taken) return taken

  const present = await tx
    .selectFrom('clinic_memberships')
    .select(['id', 'clinic_id', 'role', 'status', 'suspended_at'])
    .where('clinic_id', '=', clinicId)
    .where('user_id', '=', ctx.userId)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  if (present?.suspended_at) throw new AppError('membership_suspended')
  if (present?.status !== 'active') return null
  const { id, role, status } = present
  return { id, clinic_id: clinicId, user_id: ctx.userId, role, status }
}

async function accept(tx: Tx, ctx: ClinicCtx, clinicId: string): Promise<OwnMembership | undefined> {
  const { rows } = await sql<OwnMembership>`
    select id, clinic_id, user_id, role, status
      from app.accept_invitation(${clinicId}::uuid, ${ctx.userId}::uuid, ${ctx.now()}) where id is not null`.execute(
    tx,
  )
  return rows[0]
}

async function activateJoin(tx: Tx, ctx: ClinicCtx, clinicId: string): Promise<OwnMembership | undefined> {
  const { rows } = await sql<OwnMembership>`
    select id, clinic_id, user_id, role, status
      from app.activate_join(${clinicId}::uuid, ${ctx.userId}::uuid, ${ctx.now()}) where id is not null`.execute(
    tx,
  )
  return rows[0]
}
