import { type Selectable, sql } from 'kysely'
import type { SsoProviders } from '#db/types.generated.ts'
import { clinicOf } from '#server/platform/database/clinic-of.ts'
import type { Tx } from '#server/platform/database/transactions.ts'

/** One row of sso_providers, with the clinic's subdomain. */
export type SsoProvider = Selectable<SsoProviders> & {
  subdomain: string
  /** Those of `domains` that the clinic has proven: the provider may assert no others (docs/decisions/0147). */
  provenDomains: string[]
}

/** Includes disabled ones, not removed ones. */
export async function findSsoProvider(tx: Tx, id: string): Promise<SsoProvider | null> {
  const row = await existing(tx)
    .where('sso_providers.clinic_id', '=', await clinicOf(tx, 'sso_provider', id))
    .where('sso_providers.id', '=', id)
    .executeTakeFirst()
  return row ?? null
}

/**
 * By a proven e-mail domain, which one clinic at most has.
 * @param domain lower case
 * @param clinic subdomain of the only acceptable clinic; null: any
 */
export async function findSsoProviderByDomain(
  tx: Tx,
  domain: string,
  clinic: string | null,
): Promise<SsoProvider | null> {
  const row = await existing(tx)
    .innerJoin('app.sso_domains as d', 'd.clinic_id', 'sso_providers.clinic_id')
    .where('sso_providers.clinic_id', '=', await clinicOf(tx, 'sso_domain', domain))
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
