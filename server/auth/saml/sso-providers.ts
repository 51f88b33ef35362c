import { type Selectable, sql } from 'kysely'
import type { SsoProviders } from '#db/types.generated.ts'
import type { Tx } from '#server/platform/database/transactions.ts'

/** A clinic's identity provider: one row of sso_providers, with the clinic's subdomain. */
export type SsoProvider = Selectable<SsoProviders> & { subdomain: string }

/** By id, unless removed; disabled ones included. */
export async function findSsoProvider(tx: Tx, id: string): Promise<SsoProvider | null> {
  const row = await existing(tx).where('sso_providers.id', '=', id).executeTakeFirst()
  return row ?? null
}

/**
 * By e-mail domain. Several clinics may use the same domain.
 *
 * @param domain lower case
 * @param clinic subdomain of the clinic that the request is for, or null
 * @returns the clinic's own provider; without a clinic, the provider of a domain that only one clinic uses; else null
 */
export async function findSsoProviderByDomain(
  tx: Tx,
  domain: string,
  clinic: string | null,
): Promise<SsoProvider | null> {
  const rows = await existing(tx)
    .where(sql<boolean>`domains @> array[${domain}]::text[]`)
    .orderBy(sql`disabled_at is not null`)
    .orderBy('sso_providers.created_at')
    .execute()
  const own = rows.filter(({ subdomain }) => subdomain === clinic)
  if (own[0]) return own[0]
  const isOneClinics = new Set(rows.map(({ clinic_id }) => clinic_id)).size === 1
  return clinic === null && isOneClinics ? (rows[0] ?? null) : null
}

function existing(tx: Tx) {
  return tx
    .selectFrom('sso_providers')
    .innerJoin('clinics', 'clinics.id', 'sso_providers.clinic_id')
    .selectAll('sso_providers')
    .select('clinics.subdomain')
    .where('removed_at', 'is', null)
}
