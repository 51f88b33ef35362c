import { sql } from 'kysely'
import { jobSchema } from '#server/platform/database/migrations.ts'
import type { Tx } from '#server/platform/database/transactions.ts'
import type { DocumentSignatures } from '#server/platform/document-signatures.ts'
import type { ObjectStore } from '#server/platform/files/object-store.ts'
import { checkChain } from '../audit/check-audit-log.ts'
import { archiveParts, readStart } from './archive-parts.ts'
import { type ImportedClinic, importClinic } from './import-clinic.ts'
import { readArchive } from './read-archive.ts'

/** A node as the operator's script opens it. */
export interface OwnedNode {
  /** Null: the first, which has the directory. */
  name: string | null
  store: ObjectStore
  /** One transaction as the schema's owner, a superuser. */
  asOwner<T>(work: (tx: Tx) => Promise<T>): Promise<T>
}

interface MoveOptions {
  nodes: readonly OwnedNode[]
  subdomain: string
  to: string | null
  signatures: DocumentSignatures
  now: Date
}

/**
 * Moves a clinic by its archive, while no server runs. The directory decides which copy counts: it changes once the import is
 * complete, and the old copy is deleted last. Repeating a move that was interrupted completes it.
 * @returns null if the node has the clinic already
 * @throws Error with one line for the operator
 */
export async function moveClinic(options: MoveOptions): Promise<ImportedClinic | null> {
  const { nodes, subdomain, to, now } = options
  const first = nodes.find(({ name }) => name === null)
  const target = nodes.find(({ name }) => name === to)
  if (!first || !target) throw new Error(`no node is called ${to}`)
  const from = await first.asOwner((tx) => nodeOf(tx, subdomain))
  const source = nodes.find(({ name }) => name === from)
  if (!source) throw new Error(`the clinic is on ${from}, which DATABASE_NODES does not name`)
  const clinicId = await source.asOwner((tx) => clinicWith(tx, subdomain))
  if (!clinicId) throw new Error(`no clinic has the address ${subdomain}`)

  let moved: ImportedClinic | null = null
  if (source !== target) {
    const addresses = await source.asOwner((tx) => addressesOf(tx, clinicId))
    const packed = await source.asOwner((tx) => packClinic(tx, source, clinicId, options))
    moved = await target.asOwner(async (tx) => {
      // of an interrupted move
      await removeClinic(tx, clinicId)
      // an import refuses an address of another node
      if (target === first) await lead(tx, addresses, null, now)
      return importClinic(tx, readArchive(packed, options.signatures), { store: target.store, now })
    })
    if (target !== first) await first.asOwner((tx) => lead(tx, addresses, target.name, now))
  }
  for (const node of nodes) if (node !== target) await node.asOwner((tx) => removeClinic(tx, clinicId))
  return moved
}

async function nodeOf(tx: Tx, subdomain: string): Promise<string | null> {
  const { rows } = await sql<{
    node: string
  }>`select node from app.clinic_nodes where subdomain = ${subdomain}`.execute(tx)
  return rows[0]?.node ?? null
}

async function clinicWith(tx: Tx, subdomain: string): Promise<string | null> {
  const { rows } = await sql<{
    id: string
  }>`select id from public.clinics where subdomain = ${subdomain}`.execute(tx)
  return rows[0]?.id ?? null
}

/** Also former ones, which lead to the clinic for 180 days. */
async function addressesOf(tx: Tx, clinicId: string): Promise<string[]> {
  const { rows } = await sql<{ subdomain: string }>`
    select subdomain from public.clinics where id = ${clinicId}
     union select subdomain from public.released_subdomains where clinic_id = ${clinicId}`.execute(tx)
  return rows.map(({ subdomain }) => subdomain)
}

async function lead(tx: Tx, addresses: string[], to: string | null, now: Date): Promise<void> {
  await sql`delete from app.clinic_nodes where subdomain = any (${addresses}::text[])`.execute(tx)
  if (to !== null)
    await sql`
      insert into app.clinic_nodes (subdomain, node, claimed_at)
      select a.subdomain, ${to}, ${now} from unnest(${addresses}::text[]) as a (subdomain)`.execute(tx)
}

async function packClinic(
  tx: Tx,
  { store }: OwnedNode,
  clinicId: string,
  { signatures, now }: MoveOptions,
): Promise<Uint8Array> {
  await requireNothingWaits(tx, clinicId)
  await requireIntactTrail(tx, clinicId)
  await sql`set local timezone = 'UTC'`.execute(tx)
  const start = await readStart(tx, clinicId)
  if (!start.holdsUploads) throw new Error('the clinic has more than 3 GiB of files: an archive omits them')
  const chunks: Uint8Array[] = []
  const source = {
    clinicId,
    store,
    signatures,
    now: () => now,
    read: <T>(work: (tx: Tx) => Promise<T>) => work(tx),
  }
  for await (const chunk of archiveParts(source, start)) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** The chain begins again at the target, whose row of the import names its end here. Seals what is not sealed yet. */
async function requireIntactTrail(tx: Tx, clinicId: string): Promise<void> {
  await sql`select app.seal_audit_log(${clinicId}::uuid, 1000000)`.execute(tx)
  const { problem, bad_position } = await checkChain((step) => step(tx), clinicId)
  if (problem) throw new Error(`the audit trail of the clinic is broken (${problem} at ${bad_position})`)
}

/** An archive omits waiting messages, and a waiting job does not name its clinic. */
async function requireNothingWaits(tx: Tx, clinicId: string): Promise<void> {
  const { rows } = await sql<{ waiting: number }>`
    select ((select count(*) from app.outbox where clinic_id = ${clinicId})
          + (select count(*) from app.mails where clinic_id = ${clinicId} and status = 'queued')
          + (select count(*) from app.text_messages where clinic_id = ${clinicId} and status in ('queued', 'sending'))
          + (select count(*) from ${sql.table(`${jobSchema}.job`)}
              where state < 'completed' and start_after <= now() and coalesce(data, '{}') <> '{}'
                and name not like '\\\\_\\\\_pgboss%'))::int as waiting`.execute(tx)
  const waiting = rows[0]?.waiting ?? 0
  if (waiting > 0)
    throw new Error(
      `${waiting} jobs or messages of the node wait: let a server finish them, stop it, and repeat`,
    )
}

/** Its accounts remain, and the bytes of its files until the node's next check of files. */
async function removeClinic(tx: Tx, clinicId: string): Promise<void> {
  await sql`set local session_replication_role = replica`.execute(tx)
  const { rows: members } = await sql<{ user_id: string }>`
    select distinct user_id from public.clinic_memberships
     where clinic_id = ${clinicId} and user_id is not null`.execute(tx)
  await sql`
    update app.file_objects set file_id = null
     where file_id in (select id from public.files where clinic_id = ${clinicId})`.execute(tx)
  const { rows } = await sql<{ name: string }>`
    select format('%I.%I', n.nspname, c.relname) as name
      from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
      join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attname = 'clinic_id' and not a.attisdropped
     where n.nspname in ('public', 'app') and c.relkind in ('r', 'p') and not c.relispartition`.execute(tx)
  for (const { name } of rows)
    await sql`delete from ${sql.raw(name)} where clinic_id = ${clinicId}`.execute(tx)
  await sql`delete from app.clinic_keys where leads_to = ${clinicId}`.execute(tx)
  await sql`delete from app.appearances where leads_to = ${clinicId}`.execute(tx)
  await sql`delete from public.clinics where id = ${clinicId}`.execute(tx)
  for (const { user_id } of members) await sql`select app.copy_memberships_of(${user_id}::uuid)`.execute(tx)
  await sql`set local session_replication_role = origin`.execute(tx)
}
