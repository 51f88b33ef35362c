import { type Selectable, sql } from 'kysely'
import type { SsoProviders } from '#db/types.generated.ts'
import type { Tx } from '#server/platform/database/transactions.ts'

/** A clinic's identity provider: one row of sso_providers, with the clinic's subdomain. */
export type SsoProvider = Selectable<SsoProviders> & {
  subdomain: string
  /** Those of `domains` that the clinic has proven: the provider speaks for no others (docs/decisions/0147). */
  provenDomains: string[]
}

/** By id, unless removed; disabled ones included. */
export async function findSsoProvider(tx: Tx, id: string): Promise<SsoProvider | null> {
  const row = await existing(tx).where('sso_providers.id', '=', id).executeTakeFirst()
  return row ?? null
}

/**
 * By an e-mail domain that its clinic has proven: one clinic at most.
 *
 * @param domain lower case
 * @param clinic subdomain of the clinic that the request is for, whose provider it must be; null: any clinic's
 */
export async function findSsoProviderByDomain(
  tx: Tx,
  domain: string,
  clinic: string | null,
): Promise<SsoProvider | null> {
  const row = await existing(tx)
    .innerJoin('app.sso_domains as d', 'd.clinic_id', 'sso_providers.clinic_id')
    .where('d.domain', '=', domain)
    .where('d.proven_at', 'is not', null)
    .where(sql<boolean>`sso_providers.domains @> array[d.domain]`)
    .$if(clinic !== null, (query) => query.where('clinics.subdomain', '=', clinic ?? ''))
    .orderBy(sql`disabled_at is not null`)
    .orderBy('sso_providers.created_at')
    .limit(1)
    .executeTakeFirst()
  return row ?? null
}

function existing(tx: Tx) {
  return tx
    .selectFrom('sso_providers')
    .innerJoin('clinics', 'clinics.id', 'sso_providers.clinic_id')
    .selectAll('sso_providers')
    .select('clinics.subdomain')
    .select(
      sql<string[]>`array(select d.domain from app.sso_domains d
                           where d.clinic_id = sso_providers.clinic_id and d.domain = any (sso_providers.domains)
                             and d.proven_at is not null)`.as('provenDomains'),
    )
    .where('removed_at', 'is', null)
}
