import { resolveClinicSlug } from '#domain/tenancy.ts'
import type { Transactions } from './database/transactions.ts'
import type { PageClinic } from './http/web-assets.ts'

const freshMs = 60_000
const maxKept = 1_000
/** A page never waits longer for the name of its clinic: it loads it again anyway. */
const patienceMs = 500
/** Lookups at a time; a flood of pages must not hold the database's connections. */
const maxRunning = 4

/** Finds the clinic of a page's address, as visitors may read it; null for none, and when that takes too long. */
export function createPageClinics(
  transactions: Transactions,
  appDomain: string,
): (url: URL) => Promise<PageClinic | null> {
  const kept = new Map<string, { clinic: PageClinic | null; until: number }>()
  let running = 0

  async function read(subdomain: string): Promise<PageClinic | null> {
    const anybody = {
      userId: null,
      sessionId: null,
      clinic: subdomain,
      requestId: crypto.randomUUID(),
      address: null,
    }
    const clinic = await transactions.withActor(
      anybody,
      (tx) =>
        tx
          .selectFrom('clinics')
          .select(['subdomain', 'name', 'color'])
          .where('subdomain', '=', subdomain)
          .executeTakeFirst(),
      { readOnly: true },
    )
    if (kept.size >= maxKept) kept.delete(kept.keys().next().value ?? '')
    kept.set(subdomain, { clinic: clinic ?? null, until: performance.now() + freshMs })
    return clinic ?? null
  }

  return async (url) => {
    const subdomain = resolveClinicSlug(url, appDomain)
    if (!subdomain) return null
    const known = kept.get(subdomain)
    if (known && performance.now() < known.until) return known.clinic
    if (running >= maxRunning) return known?.clinic ?? null
    running++
    const found = read(subdomain)
      .catch(() => null)
      .finally(() => running--)
    let timer: NodeJS.Timeout | undefined
    const tooLate = new Promise<null>((resolve) => {
      timer = setTimeout(() => resolve(null), patienceMs)
    })
    return Promise.race([found, tooLate]).finally(() => clearTimeout(timer))
  }
}
