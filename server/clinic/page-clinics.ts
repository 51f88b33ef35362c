import { brandFrom } from '#domain/clinics/served-brand.ts'
import { resolveClinicSlug } from '#domain/tenancy.ts'
import { dayMs } from '#domain/values/durations.ts'
import { clinicOf } from '../platform/database/clinic-of.ts'
import type { Transactions } from '../platform/database/transactions.ts'
import type { PageClinic } from '../platform/http/web-assets.ts'

const freshMs = 5_000
const maxKept = 1_000
/** A page waits no longer, because it loads the clinic again anyway. */
const deadlineMs = 500
/** Parallel lookups; many pages must not occupy the database's connections. */
const maxRunning = 4

/** How long a former address is reserved for its clinic, as in `app.is_subdomain_free`. */
const heldMs = 180 * dayMs

/** Null for an unknown name; `unanswered` when the database takes too long. */
export type FoundClinic = PageClinic | null | 'unanswered'

/**
 * Finds and caches the clinic of an address, as visitors may read it. For a former address it returns the clinic with
 * its current one.
 */
export function createPageClinics(
  transactions: Transactions,
  appDomain: string,
  now: () => Date,
): (url: URL) => Promise<FoundClinic> {
  const kept = new Map<string, { clinic: PageClinic; until: number }>()
  let running = 0

  async function read(subdomain: string): Promise<PageClinic | null> {
    const anybody = {
      userId: null,
      sessionId: null,
      clinic: subdomain,
      requestId: crypto.randomUUID(),
      address: null,
    }
    const present = await transactions.withActor(
      anybody,
      (tx) =>
        tx
          .selectFrom('clinics as c')
          .leftJoin('files as f', (join) =>
            join
              .onRef('f.clinic_id', '=', 'c.id')
              .on('f.kind', '=', 'logo')
              .on('f.attached_at', 'is not', null),
          )
          // row-level security shows a brand only while the tier includes it
          .leftJoin('clinic_brands as b', 'b.clinic_id', 'c.id')
          .select([
            'c.subdomain',
            'c.name',
            'c.color',
            'f.id as logoId',
            'b.light',
            'b.dark',
            'b.hides_carefold',
          ])
          .where('c.subdomain', '=', subdomain)
          .executeTakeFirst(),
      { mayBeOld: true },
    )
    const clinic = present ? withBrand(present) : ((await movedClinic(subdomain)) ?? null)
    kept.delete(subdomain)
    // not cached: a clinic may return to its address, and an unknown name may become a clinic
    if (clinic?.subdomain !== subdomain) return clinic
    if (kept.size >= maxKept) kept.delete(kept.keys().next().value ?? '')
    kept.set(subdomain, { clinic, until: performance.now() + freshMs })
    return clinic
  }

  /** The clinic that has this former address reserved (docs/threats.md T9). */
  async function movedClinic(subdomain: string): Promise<PageClinic | undefined> {
    const moved = await transactions.withSystem('page: moved clinic', async (tx) =>
      tx
        .selectFrom('released_subdomains as r')
        .innerJoin('clinics as c', 'c.id', 'r.clinic_id')
        .select(['c.subdomain', 'c.name', 'c.color'])
        .where('r.clinic_id', '=', await clinicOf(tx, 'released_subdomain', subdomain))
        .where('r.subdomain', '=', subdomain)
        .where('r.released_at', '>', new Date(now().getTime() - heldMs))
        .where('c.subdomain', 'not like', 'closed-%')
        .executeTakeFirst(),
    )
    return moved && { ...moved, logoId: null, brand: null }
  }

  return async (url) => {
    const subdomain = resolveClinicSlug(url, appDomain)
    if (!subdomain) return null
    const known = kept.get(subdomain)
    if (known && performance.now() < known.until) return known.clinic
    if (running >= maxRunning) return known?.clinic ?? 'unanswered'
    running++
    const found = read(subdomain)
      .catch(() => 'unanswered' as const)
      .finally(() => running--)
    let timer: NodeJS.Timeout | undefined
    const tooLate = new Promise<'unanswered'>((resolve) => {
      timer = setTimeout(() => resolve('unanswered'), deadlineMs)
    })
    return Promise.race([found, tooLate]).finally(() => clearTimeout(timer))
  }
}

function withBrand({
  light,
  dark,
  hides_carefold,
  ...clinic
}: Omit<PageClinic, 'brand'> & {
  light: string | null
  dark: string | null
  hides_carefold: boolean | null
}): PageClinic {
  return { ...clinic, brand: brandFrom({ light, dark, hides_carefold }) }
}

/**
 * The redirect from a former address to the same page at the current one; null if none.
 * @param origin of a clinic's hub
 */
export function movedPage(
  url: URL,
  clinic: PageClinic | null,
  appDomain: string,
  origin: (subdomain: string) => string,
): string | null {
  const asked = resolveClinicSlug(url, appDomain)
  if (!clinic || !asked || clinic.subdomain === asked) return null
  if (url.hostname.toLowerCase() === `${asked}.${appDomain}`) {
    return `${origin(clinic.subdomain)}${url.pathname}${url.search}`
  }
  const query = new URLSearchParams(url.search)
  for (const name of ['__tenant', 'c', 'tenant']) if (query.has(name)) query.set(name, clinic.subdomain)
  return `${url.pathname}?${query}`
}
