import { sql } from 'kysely'
import type { Services } from '#server/clinic/action.ts'
import { defineJob, type JobDefinition } from '#server/platform/jobs/jobs.ts'

const batch = 100

const expired = {
  one_time_tokens: `greatest(link_expires_at, code_expires_at) < $now - interval '1 day'`,
  flow_states: `created_at < $now - interval '1 day'`,
  saml_relay_states: `created_at < $now - interval '1 day'`,
  saml_used_assertions: `expires_at < $now - interval '1 day'`,
  mail_cooldowns: `sent_at < $now - interval '1 day'`,
  rate_buckets: `refilled_at < clock_timestamp() - interval '1 day'`,
  sign_in_failures: `last_failed_at < clock_timestamp() - interval '1 day'`,
  mfa_challenges: `created_at < clock_timestamp() - interval '1 day'`,
  mfa_factors: `status = 'unverified' and created_at < clock_timestamp() - interval '1 day'`,
  // after half a year, a sign-in from a device counts as new again
  known_devices: `last_seen_at < clock_timestamp() - interval '180 days'`,
  // their codes have expired, and every retry has failed
  hook_calls: `created_at < $now - interval '1 day'`,
  // the longest timebox is 30 days
  sessions: `created_at < clock_timestamp() - interval '31 days'`,
}

/** In small batches that skip locked rows. */
export function cleanUpAuth(services: Pick<Services, 'clock' | 'transactions'>): JobDefinition {
  return defineJob({
    name: 'auth.clean-up',
    cron: '17 * * * *',
    async run() {
      const deleted: Record<string, number> = {}
      for (const [table, condition] of Object.entries(expired)) {
        deleted[table] = await deleteAll(services, `auth.${table}`, condition)
      }
      return deleted
    },
  })
}

async function deleteAll(
  services: Pick<Services, 'clock' | 'transactions'>,
  table: string,
  condition: string,
): Promise<number> {
  const [before = '', after] = condition.split('$now')
  const now = services.clock.now()
  const old =
    after === undefined ? sql.raw(before) : sql`${sql.raw(before)}${now}::timestamptz${sql.raw(after)}`
  let total = 0
  for (let count = batch; count === batch; total += count) {
    count = await services.transactions.withSystem('job:auth.clean-up', async (tx) => {
      const { rows } = await sql`
        delete from ${sql.table(table)} where ctid in (
          select ctid from ${sql.table(table)} where ${old} limit ${batch} for update skip locked)
        returning 1`.execute(tx)
      return rows.length
    })
  }
  return total
}
