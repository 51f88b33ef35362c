import { sql } from 'kysely'
import { AppError } from '#domain/errors.ts'
import { subdomainProblem } from '#domain/tenancy.ts'
import type { Tx } from '#server/platform/database/transactions.ts'

/** Who asks for a name: their own request and their own former names do not stand in the way. */
export interface SubdomainWish {
  subdomain: string
  email: string | null
  clinicId?: string
  now: Date
}

/** Whether nobody has the name, holds it, or has given it up within 180 days (docs/threats.md T9). Role `system`. */
export async function isSubdomainFree(
  tx: Tx,
  { subdomain, email, clinicId, now }: SubdomainWish,
): Promise<boolean> {
  const { rows } = await sql<{ is_free: boolean }>`
    select app.is_subdomain_free(${subdomain}, ${email}, ${clinicId ?? null}::uuid, ${now}) as is_free`.execute(
    tx,
  )
  return rows[0]?.is_free ?? false
}

/**
 * Makes sure that the name is this asker's until the transaction ends: of two who want it at once, the second waits and
 * is refused. Role `system`.
 *
 * @throws AppError `subdomain_invalid`, `subdomain_reserved`, `subdomain_taken`
 */
export async function claimSubdomain(tx: Tx, wish: SubdomainWish): Promise<void> {
  const problem = subdomainProblem(wish.subdomain)
  if (problem) throw new AppError(problem)
  await sql`select app.lock_subdomain(${wish.subdomain})`.execute(tx)
  if (!(await isSubdomainFree(tx, wish))) throw new AppError('subdomain_taken')
}
