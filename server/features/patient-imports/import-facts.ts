import { sql } from 'kysely'
import type { ImportablePlan, ImportFacts } from '#domain/patient-imports/check-rows.ts'
import { type ClinicTaxRule, taxOnKind } from '#domain/payouts/clinic-tax.ts'
import { type PriceRow, pricesFrom } from '#domain/plans/price-rows.ts'
import type { ClinicCtx } from '#server/clinic/action.ts'
import { accountsAt } from '#server/clinic/proven-address.ts'
import { recordRead } from '#server/clinic/record-read.ts'
import { asSystem, type Tx } from '#server/platform/database/transactions.ts'

/**
 * Reads the facts to check rows against. Audited, because a person's membership is health data.
 * @param emails as the file has them
 */
export async function readImportFacts(
  tx: Tx,
  ctx: ClinicCtx,
  emails: readonly string[],
): Promise<Omit<ImportFacts, 'dateOrder'>> {
  const addresses = emails.map((email) => email.trim().toLowerCase())
  const facts = await asSystem(tx, async () => {
    const [clinic, plans, known] = await Promise.all([
      tx
        .selectFrom('clinics')
        .select(['time_zone', 'currency'])
        .where('id', '=', ctx.clinicId)
        .executeTakeFirstOrThrow(),
      readPlans(tx, ctx.clinicId),
      readKnown(tx, ctx.clinicId, addresses),
    ])
    return { clinic, plans, known }
  })
  const patients = facts.known.flatMap(({ patient_id: id }) => id ?? [])
  await recordRead(tx, ['patients'], patients, 'import')
  return {
    now: ctx.now(),
    timeZone: facts.clinic.time_zone,
    currency: facts.clinic.currency,
    plans: facts.plans,
    known: new Set(facts.known.map(({ email }) => email)),
  }
}

async function readPlans(tx: Tx, clinicId: string): Promise<ImportablePlan[]> {
  const [plans, prices, tax] = await Promise.all([
    tx
      .selectFrom('plans')
      .select(['id', 'kind', 'name', 'child_age_limit', 'trial_days'])
      .where('clinic_id', '=', clinicId)
      .where('status', '=', 'published')
      .orderBy('name')
      .execute(),
    tx
      .selectFrom('plan_prices')
      .select(['plan_id', 'id', 'role', 'interval', 'amount_cents', 'currency'])
      .where('clinic_id', '=', clinicId)
      .where('is_active', '=', true)
      .execute(),
    tx
      .selectFrom('clinic_taxes')
      .select(['name', 'rate_ppm as ratePpm', 'is_inclusive as isInclusive', 'plan_kind as planKind'])
      .where('clinic_id', '=', clinicId)
      .where('ended_at', 'is', null)
      .executeTakeFirst(),
  ])
  return plans.map((plan) => ({
    id: plan.id,
    name: plan.name,
    prices: pricesFrom(prices.filter(({ plan_id }) => plan_id === plan.id) as (PriceRow & object)[]),
    money: {
      childAgeLimit: plan.child_age_limit,
      trialDays: plan.trial_days,
      tax: taxOnKind((tax ?? null) as ClinicTaxRule | null, plan.kind),
    },
  }))
}

async function readKnown(
  tx: Tx,
  clinicId: string,
  emails: readonly string[],
): Promise<{ email: string; patient_id: string | null }[]> {
  const { rows } = await sql<{ email: string; patient_id: string | null }>`
    select a.address as email, p.id as patient_id
      from ${accountsAt(clinicId, emails)} a
      join public.clinic_memberships m on m.clinic_id = ${clinicId} and m.user_id = a.user_id and m.ended_at is null
      left join public.patients p on p.clinic_id = m.clinic_id and p.user_id = m.user_id
    union all
    select i.email, null
      from public.invitations i
      join public.clinic_memberships m on m.clinic_id = i.clinic_id and m.id = i.membership_id
     where i.clinic_id = ${clinicId} and i.email = any (${[...emails]}::text[]) and m.user_id is null
       and m.ended_at is null`.execute(tx)
  return rows
}
