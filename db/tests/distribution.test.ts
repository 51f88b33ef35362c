import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestDatabase, type TestDatabase } from '#testing/database/database.ts'

// Past one Postgres, tenant tables are distributed by clinic_id (docs/scaling.md 4). A distributed Postgres can
// enforce a unique key only if the key contains that column, so every other key is listed with its replacement. Foreign keys
// between tenant tables all contain it: catalog.test.ts.

/** Keys that must hold over all clinics: each becomes a row of a reference table, or is looked up before it is written. */
const overAllClinics: Record<string, string> = {
  audit_log_pkey: 'the row’s own number, and its month',
  mails_pkey: 'the row’s own random id, and its month',
  journal_pkey: 'numbered over the whole installation, in the order of booking',
  files_pkey: 'a file may be a person’s, of no clinic',
  sso_providers_pkey: 'accounts, which have no clinic, name it',
  sso_domains_proven_key: 'the domain that leads to the clinic: one clinic of the installation holds it',
  invoices_pkey: 'Stripe’s id: nothing of Stripe is ever two clinics’',
  payments_pkey: 'Stripe’s id',
  refunds_pkey: 'Stripe’s id',
  disputes_pkey: 'Stripe’s id',
  unassigned_charges_pkey: 'Stripe’s id',
  clinic_invoices_pkey: 'Stripe’s id',
  tier_subscriptions_pkey: 'Stripe’s id',
  calendar_addresses_hash_key: 'the address that leads to the clinic',
  checkouts_stripe_session_key: 'Stripe’s id, which leads to the clinic',
  former_customers_stripe_customer_key: 'Stripe’s id, which leads to the clinic',
  clinic_billing_stripe_customer_key: 'Stripe’s id, which leads to the clinic',
  clinic_billing_stripe_subscription_key: 'Stripe’s id, which leads to the clinic',
  clinic_taxes_stripe_rate_key: 'Stripe’s id, which leads to the clinic',
  patient_customers_stripe_customer_key: 'Stripe’s id, which leads to the clinic',
  payout_accounts_stripe_account_key: 'Stripe’s id, which leads to the clinic',
  plan_prices_stripe_price_key: 'Stripe’s id, which leads to the clinic',
  subscriptions_stripe_subscription_key: 'Stripe’s id, which leads to the clinic',
  text_messages_provider_key: 'the provider’s id, which leads to the clinic',
  mails_message_id_key: 'made of the row’s own random id',
  notices_key_key: 'names the fact, whose ids are random',
  journal_key_key: 'names the fact, whose ids are Stripe’s or random',
  invitations_token_hash_key: 'the link that leads to the clinic',
  entered_addresses_token_key: 'the link that leads to the clinic',
  files_avatar_key: 'a person’s, of no clinic',
  released_subdomains_pkey: 'the name that leads to the clinic: with clinics, a reference table',
}

/** Tables without a clinic: on every node, or on the node of the accounts. */
const withoutClinic = [
  'app.audit_checks',
  'app.audit_heads',
  'app.audit_links',
  'app.clinic_requests',
  'app.contact_requests',
  'app.dropped_months',
  'app.file_objects',
  'app.monthly_tables',
  'app.settings',
  'app.text_stops',
  'app.webhook_events',
  'public.clinics',
  'public.leads',
  'public.profiles',
]

let db: TestDatabase
beforeAll(async () => {
  db = await openTestDatabase()
})
afterAll(() => db.close())

const isTenant = `exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'clinic_id' and not a.attisdropped)`

describe('the schema, distributed by clinic', () => {
  it('has its unique keys within a clinic, or they are listed', async () => {
    const keys = await db.asOwner<{ name: string }>(
      `select i.relname as name
         from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class c on c.oid = x.indrelid
         join pg_namespace n on n.oid = c.relnamespace
        where n.nspname in ('public', 'app') and x.indisunique and ${isTenant}
          and not exists (select from pg_attribute k where k.attrelid = c.oid and k.attname = 'clinic_id'
                             and k.attnum = any (x.indkey::int2[]))
        order by 1`,
    )
    expect(keys.map(({ name }) => name).sort()).toEqual(Object.keys(overAllClinics).sort())
  })

  it('has few tables of no clinic', async () => {
    const tables = await db.asOwner<{ name: string }>(
      `select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where n.nspname in ('public', 'app') and c.relkind in ('r', 'p') and not ${isTenant} order by 1`,
    )
    expect(tables.map(({ name }) => name)).toEqual(withoutClinic)
  })
})
