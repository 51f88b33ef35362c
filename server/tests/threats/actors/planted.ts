import { noClinic } from '#server/platform/database/clinic-of.ts'
import type { TestDatabase } from '#testing/database/database.ts'
import { aWebhook } from '#testing/webhooks/webhooks.ts'

/** Writes rows for ids to refer to into the database: each call makes a new one. @returns their ids */
export function planter(db: TestDatabase) {
  const one = async <Row>(sql: string, params: unknown[]): Promise<Row> => {
    const [row] = await db.asOwner<Row>(sql, params)
    if (!row) throw new Error('nothing was planted')
    return row
  }

  return {
    /** Published as if plan and price existed at Stripe. */
    async plan(clinicId: string, status: 'draft' | 'published' | 'closed' = 'draft') {
      // a plan is published with its version, in one transaction
      const plan = await one<{ id: string }>(
        `insert into plans (clinic_id, kind, name) values ($1, 'uninsured', 'Visits') returning id`,
        [clinicId],
      )
      const price = await one<{ id: string; version_id: string }>(
        `with version as (
           insert into plan_versions (clinic_id, plan_id, number, name, published_at)
           select $1, $2, 1, 'Visits', '2020-01-01' where $3 <> 'draft' returning id)
         insert into plan_prices (clinic_id, plan_id, interval, amount_cents, currency, version_id, stripe_price)
         values ($1, $2, 'month', 4900, 'usd', (select id from version),
                 case when $3 <> 'draft' then 'price_' || gen_random_uuid() end) returning id, version_id`,
        [clinicId, plan.id, status],
      )
      if (status !== 'draft')
        await db.asOwner(
          `update plans set status = $2, stripe_product = 'prod_' || gen_random_uuid(), published_at = now()
            where id = $1`,
          [plan.id, status],
        )
      return { planId: plan.id, priceId: price.id, versionId: price.version_id }
    },
    /** A running subscription of a patient, on a separate plan. */
    async subscription(clinicId: string, patientId: string, { isEnding = false } = {}): Promise<string> {
      const { planId, priceId } = await this.plan(clinicId, 'published')
      const { id } = await one<{ id: string }>(
        `insert into subscriptions (clinic_id, owner_patient_id, plan_id, price_id, version_id, stripe_account, stripe_subscription,
                                    status, started_at, current_period_start, current_period_end, cancel_at_period_end)
         values ($1, $2, $3, $4, (select version_id from plan_prices where id = $4), 'acct_planted', 'sub_' || gen_random_uuid(), 'active', now(), now(),
                 now() + interval '1 month', $5) returning id`,
        [clinicId, patientId, planId, priceId, isEnding],
      )
      return id
    },
    async charge(clinicId: string): Promise<string> {
      const { id } = await one<{ id: string }>(
        `insert into unassigned_charges (id, clinic_id, stripe_account, amount_cents, currency, charged_at, found_at)
         values ('ch_' || replace(gen_random_uuid()::text, '-', ''), $1, 'acct_planted', 8000, 'usd', now(), now()) returning id`,
        [clinicId],
      )
      return id
    },
    /** A card that Stripe does not know, of a patient who has paid before. */
    async card(clinicId: string, patientId: string): Promise<string> {
      await db.asOwner(
        `insert into patient_customers (clinic_id, patient_id, stripe_account, stripe_customer)
         values ($1, $2, 'acct_planted', 'cus_' || gen_random_uuid()) on conflict do nothing`,
        [clinicId, patientId],
      )
      const { id } = await one<{ id: string }>(
        `insert into patient_cards (clinic_id, patient_id, stripe_method, brand, last4, exp_month, exp_year)
         values ($1, $2, 'pm_' || gen_random_uuid(), 'visa', '4242', 12, 2034) returning id`,
        [clinicId, patientId],
      )
      return id
    },
    /** 10 % off every charge. */
    async coupon(clinicId: string): Promise<string> {
      return (await this.aCoupon(clinicId)).id
    },
    async couponCode(clinicId: string): Promise<string> {
      return (await this.aCoupon(clinicId)).code
    },
    aCoupon(clinicId: string): Promise<{ id: string; code: string }> {
      return one<{ id: string; code: string }>(
        `insert into coupons (clinic_id, code, percent, currency, duration, created_at)
         values ($1, 'C' || upper(substr(gen_random_uuid()::text, 1, 8)), 10, 'usd', 'forever', now()) returning id, code`,
        [clinicId],
      )
    },
    async invoice(clinicId: string, patientId: string): Promise<string> {
      const subscriptionId = await this.subscription(clinicId, patientId)
      const { id } = await one<{ id: string }>(
        `insert into invoices (id, clinic_id, stripe_account, patient_id, subscription_id, status, currency, total_cents,
                               period_start, period_end, issued_at)
         values ('in_' || replace(gen_random_uuid()::text, '-', ''), $1, 'acct_planted', $2, $3, 'paid', 'usd', 4900,
                 now(), now(), now()) returning id`,
        [clinicId, patientId, subscriptionId],
      )
      return id
    },
    async payment(clinicId: string, patientId: string): Promise<string> {
      const invoiceId = await this.invoice(clinicId, patientId)
      const { id } = await one<{ id: string }>(
        `insert into payments (id, clinic_id, stripe_account, invoice_id, patient_id, status, amount_cents, currency, charged_at)
         values ('ch_' || replace(gen_random_uuid()::text, '-', ''), $1, 'acct_planted', $2, $3, 'succeeded', 4900, 'usd', now())
         returning id`,
        [clinicId, invoiceId, patientId],
      )
      return id
    },
    /** Cash for an invoice, booked. */
    async deskPayment(clinicId: string, patientId: string): Promise<string> {
      const invoiceId = await this.invoice(clinicId, patientId)
      const { id } = await one<{ id: string }>(
        `insert into payments (id, clinic_id, stripe_account, invoice_id, patient_id, status, amount_cents, currency, charged_at, method)
         values ('desk_' || $2, $1, 'acct_planted', $2, $3, 'succeeded', 4900, 'usd', now(), 'cash') returning id`,
        [clinicId, invoiceId, patientId],
      )
      await db.asOwner(
        `with booked as (
           insert into journal (clinic_id, key, kind, occurred_at, currency, source, posted_at)
           values ($1, 'charge:' || $2, 'charge', now(), 'usd', 'planted', now()) returning clinic_id, id)
         insert into postings (clinic_id, journal_id, account, amount_cents)
         select clinic_id, id, 'clinic:' || clinic_id || p.account, p.cents
           from booked, (values (':cash', 4900), (':revenue:uninsured', -4900)) as p (account, cents)`,
        [clinicId, id],
      )
      return id
    },
    async dispute(clinicId: string, patientId: string): Promise<string> {
      const paymentId = await this.payment(clinicId, patientId)
      const { id } = await one<{ id: string }>(
        `insert into disputes (id, clinic_id, stripe_account, payment_id, patient_id, status, reason, amount_cents, currency,
                               opened_at, is_answered)
         values ('du_' || replace(gen_random_uuid()::text, '-', ''), $1, 'acct_planted', $2, $3, 'needs_response', 'fraudulent',
                 4900, 'usd', now(), false)
         returning id`,
        [clinicId, paymentId, patientId],
      )
      return id
    },
    async receipt(clinicId: string, patientId: string): Promise<string> {
      const invoiceId = await this.invoice(clinicId, patientId)
      const { id } = await one<{ id: string }>(
        `with paid as (
           insert into payments (id, clinic_id, stripe_account, invoice_id, patient_id, status, amount_cents, currency, charged_at)
           values ('ch_' || replace(gen_random_uuid()::text, '-', ''), $1, 'acct_planted', $2, $3, 'succeeded', 4900, 'usd',
                   now()) returning id)
         insert into receipts (clinic_id, number, payment_id, invoice_id, patient_id, issued_at, clinic_name, clinic_color,
                               time_zone, patient_name, period_start, period_end, currency, amount_cents, tax_cents, paid_at)
         select $1, 1 + (select count(*) from receipts), paid.id, $2, $3, now(), 'Clinic', 'plum', 'America/New_York',
                'Planted', now(), now(), 'usd', 4900, 0, now() from paid returning id`,
        [clinicId, invoiceId, patientId],
      )
      return id
    },
    async identityProvider(clinicId: string): Promise<string> {
      const { id } = await one<{ id: string }>(
        `insert into sso_providers (clinic_id, name, entity_id, sso_url, certificates, domains)
         values ($1, 'Work account', 'urn:uuid:' || gen_random_uuid(), 'https://idp.example.test/sso', '{planted}',
                 array[gen_random_uuid() || '.test']) returning id`,
        [clinicId],
      )
      return id
    },
    webhook: (clinicId: string) => aWebhook(db, { id: clinicId }),
    async webhookDelivery(clinicId: string): Promise<string> {
      const endpointId = await aWebhook(db, { id: clinicId })
      const { id } = await one<{ id: string }>('select id from webhook_deliveries where endpoint_id = $1', [
        endpointId,
      ])
      return id
    },
    /** Its bytes are not stored. */
    async picture(ownerId: string, clinicId = noClinic): Promise<string> {
      const { id } = await one<{ id: string }>(
        `insert into files (clinic_id, owner_id, kind, name, size_bytes, received_bytes, sha256, media_type, state)
         values ($1, $2, $3, 'me.webp', 9, 9, repeat('0', 64), 'image/webp', 'ready') returning id`,
        [clinicId, ownerId, clinicId === noClinic ? 'avatar' : 'logo'],
      )
      return id
    },
    /** Its bytes are not stored. */
    async personFile(clinicId: string, patientId: string): Promise<string> {
      const { id } = await one<{ id: string }>(
        `insert into files (clinic_id, owner_id, kind, size_bytes, received_bytes, sha256, media_type, state, attached_at)
         select $1, m.user_id, 'person_file', 9, 9, repeat('0', 64), 'text/plain', 'ready', now()
           from clinic_memberships m where m.clinic_id = $1 and m.is_owner returning id`,
        [clinicId],
      )
      await db.asOwner(
        `insert into patient_files (file_id, clinic_id, patient_id, kind, name, media_type, size_bytes, uploaded_by, attached_at)
         select f.id, f.clinic_id, $2, f.kind, 'notes.txt', f.media_type, f.size_bytes, f.owner_id, f.attached_at
           from files f where f.id = $1`,
        [id, patientId],
      )
      return id
    },
    /** @returns Stripe's id of the checkout, as in a URL */
    async paidPage(clinicId: string, patientId: string): Promise<string> {
      const { priceId } = await this.plan(clinicId, 'published')
      const { session } = await one<{ session: string }>(
        `insert into app.checkouts (clinic_id, purpose, subject_id, choice, attempt, stripe_session, state, created_at, updated_at)
         values ($1, 'uninsured', $2, $3, gen_random_uuid(), 'cs_' || replace(gen_random_uuid()::text, '-', ''), 'complete',
                 now(), now()) returning stripe_session as session`,
        [clinicId, patientId, priceId],
      )
      return session
    },
  }
}

export type Planter = ReturnType<typeof planter>
