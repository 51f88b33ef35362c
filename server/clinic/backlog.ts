import { sql } from 'kysely'
import { jobSchema } from '../platform/database/migrations.ts'
import type { Transactions } from '../platform/database/transactions.ts'
import type { Backlog } from '../platform/metrics/metrics.ts'

const closeSlackHours = 3
/** Time for a renewal, a lost event and the nightly sweep. */
const renewalSlackHours = 36
/** Time for an outage of Stripe. */
const confirmationSlackHours = 24

/** Of all nodes. @throws if one cannot be read */
export async function readBacklogs(nodes: readonly Transactions[], now: Date): Promise<Backlog> {
  const [first, ...others] = await Promise.all(nodes.map((transactions) => readBacklog(transactions, now)))
  if (!first) throw new Error('no node is open')
  return others.reduce(added, first)
}

function added(one: Backlog, other: Backlog): Backlog {
  return {
    jobs: summed([...one.jobs, ...other.jobs], ({ queue, state }) => `${queue} ${state}`),
    mails: summed([...one.mails, ...other.mails], ({ channel, status }) => `${channel} ${status}`),
    oldestMailSeconds: Math.max(one.oldestMailSeconds, other.oldestMailSeconds),
    webhooks: one.webhooks + other.webhooks,
    oldestWebhookSeconds: Math.max(one.oldestWebhookSeconds, other.oldestWebhookSeconds),
    overdueMonths: one.overdueMonths + other.overdueMonths,
    plansWithoutPeriod: one.plansWithoutPeriod + other.plansWithoutPeriod,
    unconfirmedPlans: one.unconfirmedPlans + other.unconfirmedPlans,
    outsideMonths: one.outsideMonths.map(({ name, rows }) => ({
      name,
      rows: rows + (other.outsideMonths.find((table) => table.name === name)?.rows ?? 0),
    })),
  }
}

function summed<Counted extends { count: number }>(
  all: Counted[],
  keyOf: (counted: Counted) => string,
): Counted[] {
  const sums = new Map<string, Counted>()
  for (const one of all) {
    const key = keyOf(one)
    sums.set(key, { ...one, count: one.count + (sums.get(key)?.count ?? 0) })
  }
  return [...sums.values()]
}

/** @param now the product's time */
export function readBacklog(transactions: Transactions, now: Date): Promise<Backlog> {
  return transactions.withSystem('metrics', async (tx) => {
    const [jobs, mails, webhooks, months, plans, unconfirmed, outside] = await Promise.all([
      sql<Backlog['jobs'][number]>`
        select name as queue,
               case state when 'active' then 'running' when 'failed' then 'failed' else 'waiting' end as state,
               count(*)::int as count
          from ${sql.table(`${jobSchema}.job`)}
         where state in ('created', 'retry', 'active', 'failed') and name not like '\\_\\_pgboss%'
         group by 1, 2
        union all
        select 'outbox', 'waiting', count(*)::int from app.outbox having count(*) > 0`.execute(tx),
      sql<{ channel: string; status: string; count: number; age: number }>`
        select channel, status, count(*)::int as count,
               extract(epoch from ${now}::timestamptz - min(queued_at))::float8 as age
          from app.mails where status <> 'sent' group by 1, 2`.execute(tx),
      sql<{ count: number; age: number | null }>`
        select count(*)::int as count, extract(epoch from ${now}::timestamptz - min(received_at))::float8 as age
          from app.webhook_events where processed_at is null`.execute(tx),
      // by the zone of billing, in which months close at 09:00 on the 1st (domain/statements/months.ts)
      sql<{ count: number }>`
        select count(*)::int as count
          from public.clinic_billing b,
               lateral (select date_trunc('month', ${now}::timestamptz at time zone b.time_zone) as local) this,
               lateral (select this.local at time zone b.time_zone as starts_at) month
         where ${now}::timestamptz >= (this.local + make_interval(hours => ${9 + closeSlackHours})) at time zone b.time_zone
           and not exists (select from public.statements s
                            where s.clinic_id = b.clinic_id and s.ends_at >= month.starts_at)
           and exists (select from public.journal j
                        where j.clinic_id = b.clinic_id and j.occurred_at < month.starts_at
                          and j.kind <> 'commission_owed')`.execute(tx),
      sql<{ count: number }>`
        select count(*)::int as count
          from public.subscriptions s
          join public.payout_accounts a on a.clinic_id = s.clinic_id and a.stripe_account = s.stripe_account
         where s.status in ('trialing', 'active')
           and s.current_period_end < ${now}::timestamptz - make_interval(hours => ${renewalSlackHours})
           and a.disconnected_at is null`.execute(tx),
      // includes disconnected accounts, whose subscriptions continue to charge
      sql<{ count: number }>`
        select ((select count(*) from public.subscriptions
                  where pending_cancel is not null
                    and pending_since < ${now}::timestamptz - make_interval(hours => ${confirmationSlackHours}))
              + (select count(*) from public.subscription_changes
                  where state = 'pending'
                    and created_at < ${now}::timestamptz - make_interval(hours => ${confirmationSlackHours})))::int as count`.execute(
        tx,
      ),
      sql<{ name: string; rows: number }>`
        select name, rows::int as rows from app.rows_outside_months()`.execute(tx),
    ])
    return {
      jobs: jobs.rows,
      mails: mails.rows,
      oldestMailSeconds: Math.max(0, ...mails.rows.map(({ age }) => age)),
      webhooks: webhooks.rows[0]?.count ?? 0,
      oldestWebhookSeconds: Math.max(0, webhooks.rows[0]?.age ?? 0),
      overdueMonths: months.rows[0]?.count ?? 0,
      plansWithoutPeriod: plans.rows[0]?.count ?? 0,
      unconfirmedPlans: unconfirmed.rows[0]?.count ?? 0,
      outsideMonths: outside.rows,
    }
  })
}
