import { sql } from 'kysely'
import { subdomainProblem } from '#domain/clinics/reserved-subdomains.ts'
import { AppError } from '#domain/errors.ts'
import type { NodeAddresses } from '#server/clinic/nodes/node-addresses.ts'
import type { Tx } from '#server/platform/database/transactions.ts'

/** The caller's own pending sign-up and former names do not block a name. */
export interface SubdomainRequest {
  subdomain: string
  email: string | null
  clinicId?: string
  now: Date
}

/** Whether a name is unused, not reserved and not released within 180 days (docs/threats.md T9). Role `system`. */
export async function isSubdomainFree(
  tx: Tx,
  { subdomain, email, clinicId, now }: SubdomainRequest,
): Promise<boolean> {
  const { rows } = await sql<{ is_free: boolean }>`
    select app.is_subdomain_free(${subdomain}, ${email}, ${clinicId ?? null}::uuid, ${now}) as is_free`.execute(
    tx,
  )
  return rows[0]?.is_free ?? false
}

/**
 * Locks the name until the transaction ends; the second of two callers waits and is refused. Role `system`.
 * @param addresses of the other nodes
 * @throws AppError `subdomain_invalid`, `subdomain_reserved`, `subdomain_taken`
 */
export async function claimSubdomain(
  tx: Tx,
  request: SubdomainRequest,
  addresses: NodeAddresses | undefined,
): Promise<void> {
  const problem = subdomainProblem(request.subdomain)
  if (problem) throw new AppError(problem)
  await sql`select app.lock_subdomain(${request.subdomain})`.execute(tx)
  const isFree = await isSubdomainFree(tx, request)
  if (!isFree || (addresses && !(await addresses.claim(request.subdomain))))
    throw new AppError('subdomain_taken')
}
