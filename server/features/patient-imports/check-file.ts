import { sql } from 'kysely'
import { markSimilar, readRows, sharedAddresses } from '#domain/patient-imports/check-rows.ts'
import type {
  CheckedFile,
  CheckedRow,
  DryRun,
  SimilarPerson,
} from '#domain/patient-imports/patient-imports.ts'
import { filePlans, type ImportablePlan, offeredPlans } from '#domain/patient-imports/plan-names.ts'
import { type ClinicTaxRule, taxOnKind } from '#domain/payouts/clinic-tax.ts'
import { type PriceRow, pricesFrom } from '#domain/plans/price-rows.ts'
import type { ClinicCtx } from '#server/clinic/action.ts'
import { accountsAt } from '#server/clinic/proven-address.ts'
import { recordRead } from '#server/clinic/record-read.ts'
import { asSystem, type Tx } from '#server/platform/database/transactions.ts'
import { similarToEach } from '../patients/similar-patients.ts'

/**
 * Checks a file against the clinic's plans and patients. Found patients are audited, because a person's membership is
 * health data.
 */
export async function checkFile(tx: Tx, ctx: ClinicCtx, file: CheckedFile): Promise<DryRun> {
  const { clinicId } = ctx
  const found = await asSystem(tx, async () => {
    const [clinic, plans] = await Promise.all([
      tx
        .selectFrom('clinics')
        .select(['time_zone', 'currency'])
        .where('id', '=', clinicId)
        .executeTakeFirstOrThrow(),
      readPlans(tx, clinicId),
    ])
    const facts = { now: ctx.now(), timeZone: clinic.time_zone, currency: clinic.currency, plans }
    const read = readRows(file, facts)
    const emails = [...new Set(read.flatMap(({ email }) => email ?? []))]
    const [similar, addresses, taken] = await Promise.all([
      readSimilar(tx, clinicId, read),
      readAddresses(tx, clinicId, emails),
      readTaken(tx, clinicId, emails),
    ])
    return { facts, read, similar, addresses, taken }
  })
  const { facts, read, similar, addresses, taken } = found
  const patients = [
    ...[...similar.values()].flat().flatMap(({ patientId }) => patientId ?? []),
    ...addresses.ids,
  ]
  await recordRead(tx, ['patients', 'patient_details'], [...new Set(patients)], 'import')
  const rows = markSimilar(read, similar)
  return {
    rows,
    planNames: filePlans(file, facts),
    offers: offeredPlans(facts.plans),
    shared: sharedAddresses(rows, addresses.names, taken),
  }
}

async function readSimilar(
  tx: Tx,
  clinicId: string,
  rows: readonly CheckedRow[],
): Promise<Map<number, SimilarPerson[]>> {
  const named = rows.filter(({ state }) => state !== 'no_name')
  const people = named.map(({ name, email, phone, birthday }) => ({ name, email, phone, bornOn: birthday }))
  const found = await similarToEach(tx, clinicId, people)
  return new Map(
    named.map(({ line }, at) => [
      line,
      (found.get(at) ?? []).map(({ id, ...patient }) => ({ ...patient, patientId: id, line: null })),
    ]),
  )
}

interface Addresses {
  ids: string[]
  /** Of patients, by address. */
  names: Map<string, string[]>
}

async function readAddresses(tx: Tx, clinicId: string, emails: readonly string[]): Promise<Addresses> {
  const { rows } = await sql<{ id: string; name: string; email: string }>`
    select p.id, p.full_name as name, p.email
      from public.patients p
      join public.clinic_memberships m on m.clinic_id = p.clinic_id and m.ended_at is null
                                      and (m.patient_id = p.id or m.user_id = p.user_id)
     where p.clinic_id = ${clinicId} and p.merged_into is null and p.email = any (${[...emails]}::text[])
     order by p.full_name, p.id`.execute(tx)
  const names = new Map<string, string[]>()
  for (const { name, email } of rows) names.set(email, [...(names.get(email) ?? []), name])
  return { ids: rows.map(({ id }) => id), names }
}

/** The addresses with an account or an open invitation at the clinic. */
async function readTaken(tx: Tx, clinicId: string, emails: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ email: string }>`
    select a.address as email
      from ${accountsAt(clinicId, emails)} a
      join public.clinic_memberships m on m.clinic_id = ${clinicId} and m.user_id = a.user_id and m.ended_at is null
    union
    select i.email
      from public.invitations i
     where i.clinic_id = ${clinicId} and i.email = any (${[...emails]}::text[]) and i.accepted_at is null
       and i.revoked_at is null`.execute(tx)
  return new Set(rows.map(({ email }) => email))
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
