import { createHash } from 'node:crypto'
import type { ClinicSite, SitePlan } from '#domain/clinics/clinic-site.ts'
import type { OpeningSpan } from '#domain/clinics/opening-hours.ts'
import { brandFrom } from '#domain/clinics/served-brand.ts'
import type { PlanInterval } from '#domain/plans/plans.ts'
import { type PriceRow, pricesFrom } from '#domain/plans/price-rows.ts'
import type { Transactions, Tx } from '#server/platform/database/transactions.ts'
import { presentPlace } from '../plans/clinic-places.ts'

/** A clinic's site; `version` changes with its published content. */
export interface VersionedSite {
  site: ClinicSite
  version: string
}

const freshMs = 5_000
const maxKept = 500

/**
 * Reads and caches a clinic's published site; row-level security decides, as for any visitor.
 * @returns null for an unknown name
 */
export function createClinicSites(
  transactions: Transactions,
): (subdomain: string) => Promise<VersionedSite | null> {
  const kept = new Map<string, { found: Promise<VersionedSite | null>; until: number }>()
  const read = (subdomain: string) =>
    transactions.withActor(
      { userId: null, sessionId: null, clinic: subdomain, requestId: crypto.randomUUID(), address: null },
      (tx) => readSite(tx, subdomain),
      { mayBeOld: true },
    )
  return (subdomain) => {
    const known = kept.get(subdomain)
    if (known && performance.now() < known.until) return known.found
    kept.delete(subdomain)
    if (kept.size >= maxKept) kept.delete(kept.keys().next().value ?? '')
    const found = read(subdomain)
    kept.set(subdomain, { found, until: performance.now() + freshMs })
    found.catch(() => kept.delete(subdomain))
    return found
  }
}

async function readSite(tx: Tx, subdomain: string): Promise<VersionedSite | null> {
  const clinic = await tx
    .selectFrom('clinics')
    .select([
      ...(['id', 'subdomain', 'name', 'color', 'tagline', 'about', 'phone', 'website'] as const),
      ...(['time_zone', 'opening_hours'] as const),
    ])
    .where('subdomain', '=', subdomain)
    .executeTakeFirst()
  if (!clinic) return null
  const [logo, brand, team, plans, prices, place] = await Promise.all([
    tx
      .selectFrom('files')
      .select('id')
      .where('clinic_id', '=', clinic.id)
      .where('kind', '=', 'logo')
      .where('attached_at', 'is not', null)
      .executeTakeFirst(),
    tx
      .selectFrom('clinic_brands')
      .select(['light', 'dark', 'hides_carefold'])
      .where('clinic_id', '=', clinic.id)
      .executeTakeFirst(),
    tx
      .selectFrom('providers')
      .select(['name', 'title'])
      .where('clinic_id', '=', clinic.id)
      .where('is_active', '=', true)
      .where('is_public', '=', true)
      .orderBy('name')
      .limit(50)
      .execute(),
    tx
      .selectFrom('plans')
      .select([
        ...(['id', 'kind', 'name', 'description', 'includes', 'excludes'] as const),
        ...(['child_age_limit', 'trial_days', 'max_pause_months', 'leaving_refund'] as const),
      ])
      .where('clinic_id', '=', clinic.id)
      .where('status', '=', 'published')
      .orderBy('published_at')
      .orderBy('id')
      .execute(),
    tx
      .selectFrom('plan_prices')
      .select(['id', 'plan_id', 'role', 'interval', 'amount_cents', 'currency'])
      .where('clinic_id', '=', clinic.id)
      .where('is_active', '=', true)
      .execute(),
    presentPlace(tx, clinic.id),
  ])
  const site: ClinicSite = {
    subdomain: clinic.subdomain,
    name: clinic.name,
    color: clinic.color,
    tagline: clinic.tagline,
    about: clinic.about,
    phone: clinic.phone,
    website: clinic.website,
    timeZone: clinic.time_zone,
    openingHours: clinic.opening_hours as unknown as OpeningSpan[],
    logoId: logo?.id ?? null,
    brand: brandFrom(brand),
    team,
    plans: plans
      .map(({ child_age_limit, trial_days, max_pause_months, leaving_refund, kind, ...plan }) => ({
        ...plan,
        kind: kind as SitePlan['kind'],
        childAgeLimit: child_age_limit,
        trialDays: trial_days,
        maxPauseMonths: max_pause_months,
        leavingRefund: leaving_refund as SitePlan['leavingRefund'],
        place,
        prices: pricesFrom(
          prices
            .filter(({ plan_id }) => plan_id === plan.id)
            .map((price): PriceRow => ({ ...price, interval: price.interval as PlanInterval })),
        ),
      }))
      // a plan without a price cannot be joined
      .filter((plan) => plan.prices.length > 0),
  }
  return { site, version: createHash('sha256').update(JSON.stringify(site)).digest('base64url').slice(0, 22) }
}
