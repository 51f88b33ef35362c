import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { PlanView } from '#domain/plans/plans.ts'
import { joinPlan } from '#server/features/checkouts/join-plan.ts'
import { savePlan } from '#server/features/plans/save-plan.ts'
import type { Caller } from '#server/platform/database/transactions.ts'
import { agreement } from '#testing/money/agreement.ts'
import type { SellingClinic } from '#testing/money/payments.ts'
import { setUpPayments } from '#testing/money/set-up.ts'
import { aPatient, aSignedInPerson, aStaffMember, aVisitor, type Patient } from '#testing/sign-in/people.ts'

/**
 * Rows about money that each caller sees, read with the caller's own role, as the data API does.
 * all: every row of the clinic. own: the patient's rows. on sale: published plans. none: may read, sees nothing.
 * denied: may not read.
 */
type Sees = 'all' | 'own' | 'on sale' | 'none' | 'denied'

const actors = [
  'admin',
  'staff',
  'member',
  'bookkeeper', // staff with the permission sets money and billing
  'patient',
  'pending',
  'suspended',
  'stranger',
  'otherAdmin',
  'nobody',
] as const
type ActorName = (typeof actors)[number]

// the team, then patients, then people of other clinics and visitors
const row = (
  admin: Sees,
  staff: Sees,
  patient: Sees,
  outsider: Sees,
  visitor: Sees = 'denied',
): Record<ActorName, Sees> => ({
  admin,
  staff,
  member: staff,
  bookkeeper: admin === 'all' ? 'all' : staff,
  patient,
  pending: patient,
  suspended: outsider,
  stranger: outsider,
  otherAdmin: outsider,
  nobody: visitor,
})

/** By feature and table. */
const expectations: Record<string, Record<string, Record<ActorName, Sees>>> = {
  plans: {
    plans: row('all', 'all', 'on sale', 'on sale', 'on sale'),
    plan_versions: row('all', 'all', 'on sale', 'on sale', 'on sale'),
    plan_prices: row('all', 'all', 'on sale', 'on sale', 'on sale'),
  },
  payouts: {
    payout_accounts: row('all', 'none', 'denied', 'denied'),
    payouts: row('all', 'none', 'denied', 'denied'),
    balance_movements: row('all', 'none', 'denied', 'denied'),
  },
  'clinic-tier': {
    clinic_billing: row('all', 'none', 'denied', 'denied'),
    clinic_invoices: row('all', 'none', 'denied', 'denied'),
    tier_subscriptions: row('all', 'none', 'denied', 'denied'),
  },
  checkouts: { 'app.checkouts': row('denied', 'denied', 'denied', 'denied') },
  subscriptions: {
    subscriptions: row('all', 'all', 'own', 'none'),
    subscription_members: row('all', 'all', 'own', 'none'),
    patient_customers: row('all', 'none', 'own', 'none'),
    patient_cards: row('denied', 'denied', 'own', 'none'),
  },
  invoices: {
    invoices: row('all', 'none', 'own', 'none'),
    invoice_lines: row('all', 'none', 'own', 'none'),
    payments: row('all', 'none', 'own', 'none'),
    refunds: row('all', 'none', 'own', 'none'),
  },
  receipts: {
    receipts: row('all', 'none', 'own', 'none'),
    'app.receipt_numbers': row('denied', 'denied', 'denied', 'denied'),
  },
  notices: { 'app.notices': row('denied', 'denied', 'denied', 'denied') },
  ledger: {
    journal: row('all', 'none', 'denied', 'denied'),
    postings: row('all', 'none', 'denied', 'denied'),
  },
  statements: {
    statements: row('all', 'none', 'denied', 'denied'),
    statement_lines: row('all', 'none', 'denied', 'denied'),
  },
  'stripe-sync': { 'app.webhook_events': row('denied', 'denied', 'denied', 'denied') },
  sandbox: { 'sandbox.objects': row('denied', 'denied', 'denied', 'denied') },
}
const tables = Object.entries(expectations).flatMap(([feature, ofFeature]) =>
  Object.entries(ofFeature).map(([table, seenBy]) => ({ feature, table, seenBy })),
)

/** The patient of a row, as SQL over alias t. */
const ownerOf: Record<string, string> = {
  subscriptions: 't.owner_patient_id',
  subscription_members: 't.patient_id',
  patient_customers: 't.patient_id',
  patient_cards: 't.patient_id',
  invoices: 't.patient_id',
  invoice_lines: '(select i.patient_id from invoices i where i.id = t.invoice_id)',
  payments: 't.patient_id',
  refunds: 't.patient_id',
  receipts: 't.patient_id',
}

const patients: Partial<Record<ActorName, Patient>> = {}

const test = await setUpPayments()
const { db } = test
const clinic = await test.aSellingClinic({ timeZone: 'America/Toronto' })
const other = await test.aSellingClinic({ timeZone: 'America/Toronto' })
for (const each of [clinic, other]) {
  await test.call(savePlan, each.admin.caller(), {
    kind: 'wellness',
    name: 'Draft',
    interval: 'month',
    amountCents: 500,
  })
  const plan = await test.aPublishedPlan(each)
  const member = await test.aMember(each, plan)
  await refundOne(each, member)
  if (each !== clinic) continue
  patients.patient = await test.aMember(each, plan)
  patients.pending = await aPatient(db, each, { status: 'pending', confirmed: false })
  patients.suspended = await aPatient(db, each)
  for (const name of ['pending', 'suspended'] as const) await joinAs(patients[name], plan)
  for (const name of ['patient', 'pending', 'suspended'] as const) await refundOne(each, patients[name])
}
await db.asOwner(
  `insert into tier_subscriptions (id, clinic_id, started_at)
   select 'sub_' || c.id, c.id, '2030-01-01' from clinics c`,
)
// a month is closed in both clinics
await test.pass('P25D')
await test.runDue()
await db.asOwner(`update clinic_memberships set status = 'invited', suspended_at = now() where id = $1`, [
  patients.suspended?.membershipId,
])
const here = { subdomain: clinic.subdomain }
const callers = {
  admin: clinic.admin.caller(),
  staff: (await aStaffMember(db, clinic)).caller(),
  member: (await aStaffMember(db, clinic, { role: 'member' })).caller(),
  bookkeeper: (await aStaffMember(db, clinic, { permissionSets: ['money', 'billing'] })).caller(),
  patient: must(patients.patient).caller(),
  pending: must(patients.pending).caller(),
  suspended: must(patients.suspended).caller(),
  stranger: (await aSignedInPerson(db)).caller(here),
  otherAdmin: other.admin.caller(here),
  nobody: aVisitor(here),
}

describe.each(tables)('$feature: $table', ({ table, seenBy }) => {
  it.each(actors)('%s', async (name) => {
    const expected = seenBy[name]
    const seen = await rowsSeenBy(callers[name], table)
    if (expected === 'denied') return expect(seen).toBe('denied')
    expect(seen).toBe(await rowsThere(table, expected, patients[name]?.patientId ?? null))
    if (expected === 'all' || expected === 'own') expect(seen).toBeGreaterThan(0)
  })

  it('shows an admin nothing of another clinic, on either host', async () => {
    for (const host of [clinic, other]) {
      const seen = await rowsSeenBy(clinic.admin.caller(host), table, other.id)
      // what is on sale at the other clinic is public there
      const isPublic = host === other && table.startsWith('plan')
      if (seen !== 'denied') expect(seen).toBe(isPublic ? 1 : 0)
    }
  })
})

it('only actions write money: no client role may write any of it', async () => {
  const roles = [
    'anon',
    'authenticated',
    'clinic_patient',
    'clinic_guardian',
    'clinic_staff',
    'clinic_billing_only',
    'clinic_admin',
    'carefold_login',
  ]
  const granted = await test.db.asOwner(
    `select r.role, t.name, p.privilege
       from unnest($1::text[]) as r(role), unnest($2::text[]) as t(name),
            unnest(array['insert', 'update', 'delete', 'truncate', 'references', 'trigger']) as p(privilege)
      where has_table_privilege(r.role, t.name, p.privilege)
         or (p.privilege in ('insert', 'update') and has_any_column_privilege(r.role, t.name, p.privilege))`,
    [roles, tables.map(({ table }) => table)],
  )
  expect(granted).toEqual([])
})

it('no client role sees ids of Stripe', async () => {
  const columns = await test.db.asOwner<{ table_name: string; column_name: string; grantee: string }>(
    `select table_name, column_name, grantee from information_schema.column_privileges
      where column_name like 'stripe%' and grantee <> 'system'
        and grantee in ('anon', 'authenticated', 'clinic_patient', 'clinic_guardian', 'clinic_staff', 'clinic_billing_only', 'clinic_admin')`,
  )
  expect(columns).toEqual([])
})

/** @returns how many rows the caller sees (of one clinic), or that reading is denied */
async function rowsSeenBy(caller: Caller, table: string, clinicId?: string): Promise<number | 'denied'> {
  const [column] = await test.db.asOwner<{ name: string }>(
    `select column_name as name from information_schema.columns where table_schema || '.' || table_name = $1
       and column_name in ('clinic_id', 'id') order by column_name limit 1`,
    [table.includes('.') ? table : `public.${table}`],
  )
  const where = clinicId && column?.name === 'clinic_id' ? sql`where clinic_id = ${clinicId}` : sql``
  try {
    return await test.services.transactions.withActor(caller, async (tx) => {
      const { rows } = await sql<{ n: number }>`
        select count(${sql.ref(column?.name ?? 'id')}) as n from ${sql.table(table)} ${where}`.execute(tx)
      return rows[0]?.n ?? -1
    })
  } catch (error) {
    if (/permission denied/.test((error as Error).message)) return 'denied'
    throw error
  }
}

/** The same, counted as the owner, past every policy. */
async function rowsThere(table: string, sees: Sees, patientId: string | null): Promise<number> {
  const condition = {
    all: 'true',
    own: `${ownerOf[table]} = '${patientId}'`,
    'on sale':
      table === 'plans'
        ? `t.status = 'published'`
        : `${table === 'plan_versions' ? 't.superseded_at is null' : 't.is_active'} and (select status from plans where id = t.plan_id) = 'published'`,
    none: 'false',
    denied: 'false',
  }[sees]
  const [there] = await test.db.asOwner<{ n: number }>(
    `select count(*)::int as n from ${table} t where t.clinic_id = $1 and ${condition}`,
    [clinic.id],
  )
  return there?.n ?? -1
}

async function joinAs(patient: Patient | undefined, plan: PlanView): Promise<void> {
  const page = await test.call(joinPlan, must(patient).caller(), {
    priceId: plan.price.id,
    attempt: crypto.randomUUID(),
    agreement,
  })
  await test.pay(page.url)
  await test.work()
}

async function refundOne(each: SellingClinic, patient: Patient | undefined): Promise<void> {
  const [payment] = await test.db.asOwner<{ id: string }>('select id from payments where patient_id = $1', [
    must(patient).patientId,
  ])
  await test.client.refunds.create(
    { charge: payment?.id ?? '', amount: 100 },
    { stripeAccount: each.account },
  )
  await test.work()
}

function must<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('not arranged yet')
  return value
}
