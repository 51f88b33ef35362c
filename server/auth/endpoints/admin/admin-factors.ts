import * as z from 'zod/mini'
import type { Auth } from '#server/auth/context/auth.ts'
import { invalid } from '#server/auth/errors.ts'
import { removeFactor, requireFactor } from '#server/auth/factors/factors.ts'
import { notifyFactorRemoved } from '#server/auth/factors/notify-owner.ts'
import { requirePhone } from '#server/auth/http/addresses.ts'
import { readBody, text } from '#server/auth/http/body.ts'
import { type AuthRequest, json } from '#server/auth/http/request.ts'
import { factorView } from '#server/auth/people/factor-view.ts'
import { factorsOf } from '#server/auth/people/factors-of.ts'
import { requireNamedUser } from '#server/auth/people/named-user.ts'
import { findUserOrDeleted } from '#server/auth/people/users.ts'
import type { FactorRow, UserRow } from '#server/auth/rows.ts'
import { inTransaction } from '#server/auth/transaction.ts'
import { audit } from '#server/clinic/audit.ts'
import type { Tx } from '#server/platform/database/transactions.ts'

const factorBody = z.object({ friendly_name: text, phone: text })

/** docs/contracts/auth.md 3.7 */
export async function adminListFactors(auth: Auth, request: AuthRequest): Promise<Response> {
  const factors = await inTransaction(auth, request, async (tx) => {
    const user = await requireNamedUser(tx, request, findUserOrDeleted)
    return factorsOf(tx, user.id)
  })
  return json(factors.map(factorView))
}

export async function adminUpdateFactor(auth: Auth, request: AuthRequest): Promise<Response> {
  const body = await readBody(request.raw, factorBody)
  if (body.friendly_name.length > 120) throw invalid('A name cannot be longer than 120 characters')
  const changed = await inTransaction(auth, request, async (tx) => {
    const { user, factor } = await requireBoth(tx, request)
    const phone = body.phone && factor.factor_type === 'phone' ? requirePhone(body.phone) : null
    await audit(tx, 'auth.factor_updated', { type: 'user', id: user.id }, { factor: factor.id })
    return tx
      .updateTable('auth.mfa_factors')
      .set({
        ...(body.friendly_name ? { friendly_name: body.friendly_name } : {}),
        ...(phone ? { phone } : {}),
        updated_at: auth.sessionClock.now(),
      })
      .where('id', '=', factor.id)
      .returningAll()
      .executeTakeFirstOrThrow()
  })
  return json(factorView(changed))
}

/** Returns sessions that the factor stepped up to aal1. */
export async function adminDeleteFactor(auth: Auth, request: AuthRequest): Promise<Response> {
  const removed = await inTransaction(auth, request, async (tx) => {
    const { user, factor } = await requireBoth(tx, request)
    await removeFactor(tx, factor)
    await audit(tx, 'auth.factor_deleted', { type: 'user', id: user.id }, { factor: factor.id })
    if (factor.status === 'verified') await notifyFactorRemoved(tx, auth, user, factor)
    return factor
  })
  return json(factorView(removed))
}

async function requireBoth(tx: Tx, request: AuthRequest): Promise<{ user: UserRow; factor: FactorRow }> {
  const user = await requireNamedUser(tx, request)
  return { user, factor: await requireFactor(tx, user.id, request.params[1] ?? '') }
}
