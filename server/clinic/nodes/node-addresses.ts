import { sql } from 'kysely'
import { hourMs } from '#domain/values/durations.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Transactions, Tx } from '#server/platform/database/transactions.ts'
import { defineJob, type JobResult } from '#server/platform/jobs/jobs.ts'
import type { Logger } from '#server/platform/log.ts'

/** Addresses of clinics on all nodes, as a node asks for them. The first node's own tables decide (docs/decisions/0212). */
export interface NodeAddresses {
  /** Whether no other node has it. */
  isFree(subdomain: string): Promise<boolean>
  /** Claims it for this node in a separate transaction of the first one; false if another node has it. */
  claim(subdomain: string): Promise<boolean>
}

const purpose = 'addresses of nodes'

/** @param outside runs work outside of the caller's transaction, which is another database's */
export function createNodeAddresses(
  node: string,
  first: Pick<Transactions, 'withSystem'>,
  clock: Clock,
  outside: <T>(work: () => T) => T,
): NodeAddresses {
  return {
    isFree: (subdomain) =>
      first.withSystem(purpose, async (tx) => {
        const { rows } = await sql<{ is_free: boolean }>`
          select app.is_subdomain_free(${subdomain}, null, null, ${clock.now()})
              or exists (select from app.clinic_nodes where subdomain = ${subdomain} and node = ${node}) as is_free`.execute(
          tx,
        )
        return rows[0]?.is_free ?? false
      }),
    claim: (subdomain) =>
      outside(() => first.withSystem(purpose, (tx) => claimForNode(tx, subdomain, node, clock.now()))),
  }
}

async function claimForNode(tx: Tx, subdomain: string, node: string, now: Date): Promise<boolean> {
  const { rows } = await sql<{ is_claimed: boolean }>`
    select app.claim_for_node(${subdomain}, ${node}, ${now}) as is_claimed`.execute(tx)
  return rows[0]?.is_claimed ?? false
}

/** A claim whose transaction did not commit is released after this time. */
const openClaimMs = hourMs

/**
 * Makes the first node's directory equal to a node's clinics, sign-ups and former addresses: after an import or a restored
 * backup, and for claims that led to no clinic. An address that another node has is logged and remains there.
 */
export function followNodeAddresses(parts: {
  node: string
  transactions: Pick<Transactions, 'withSystem'>
  first: Pick<Transactions, 'withSystem'>
  clock: Clock
  log: Logger
}) {
  const { node, transactions, first, clock, log } = parts
  return defineJob({
    name: 'nodes.addresses',
    cron: '41 * * * *',
    async run(): Promise<JobResult> {
      const now = clock.now()
      const used = await transactions.withSystem(purpose, (tx) => addressesInUse(tx, now))
      return first.withSystem(purpose, async (tx) => {
        const { numAffectedRows: released = 0n } = await sql`
          delete from app.clinic_nodes
           where node = ${node} and claimed_at < ${new Date(now.getTime() - openClaimMs)}
             and subdomain <> all (${used}::text[])`.execute(tx)
        const { rows: missing } = await sql<{ subdomain: string }>`
          select u.subdomain from unnest(${used}::text[]) as u (subdomain)
           where not exists (select from app.clinic_nodes n where n.subdomain = u.subdomain and n.node = ${node})`.execute(
          tx,
        )
        let added = 0
        for (const { subdomain } of missing) {
          if (await claimForNode(tx, subdomain, node, now)) added += 1
          else log.error('nodes.address_taken', { node, subdomain })
        }
        return { released: Number(released), added, refused: missing.length - added }
      })
    },
  })
}

/** Also of expired sign-ups, whose confirmation may still open the clinic, and former ones as `app.is_subdomain_free` has them. */
async function addressesInUse(tx: Tx, now: Date): Promise<string[]> {
  const { rows } = await sql<{ subdomain: string }>`
    select subdomain from public.clinics
     union select subdomain from app.clinic_requests where subdomain is not null
     union select subdomain from public.released_subdomains
            where released_at > ${now}::timestamptz - interval '180 days'`.execute(tx)
  return rows.map(({ subdomain }) => subdomain)
}
