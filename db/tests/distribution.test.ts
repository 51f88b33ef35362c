import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { setUpDatabase } from '#testing/set-up.ts'
import { aClinic, aPatient, aStaffMember } from '#testing/sign-in/people.ts'

// Past one Postgres, tenant tables are distributed by clinic_id (docs/scaling.md 5). A distributed Postgres can
// enforce a unique key only if the key contains that column (docs/decisions/0198). Foreign keys between tenant tables all contain
// it: catalog.test.ts.

/** Tables without a clinic: on every node, or on the node of the accounts. */
const withoutClinic = [
  'app.appearances',
  'app.clinic_keys',
  'app.clinic_nodes',
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

const db = await setUpDatabase()

const isTenant = `exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'clinic_id' and not a.attisdropped)`

describe('the schema, distributed by clinic', () => {
  it('has its unique keys within a clinic', async () => {
    const keys = await db.asOwner<{ name: string }>(
      `select i.relname as name
         from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class c on c.oid = x.indrelid
         join pg_namespace n on n.oid = c.relnamespace
        where n.nspname in ('public', 'app') and x.indisunique and ${isTenant}
          and not exists (select from pg_attribute k where k.attrelid = c.oid and k.attname = 'clinic_id'
                             and k.attnum = any (x.indkey::int2[]))
        order by 1`,
    )
    expect(keys.map(({ name }) => name)).toEqual([])
  })

  it('has few tables of no clinic', async () => {
    const tables = await db.asOwner<{ name: string }>(
      `select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where n.nspname in ('public', 'app') and c.relkind in ('r', 'p') and not ${isTenant} order by 1`,
    )
    expect(tables.map(({ name }) => name)).toEqual(withoutClinic)
  })

  it('distributes each tenant table by its clinic, after those it references, and copies the others to every node', async () => {
    const statements = await db.asOwner<{ line: string }>('select app.distribution_script() as line')
    const form =
      /^select (?:create_reference_table\('([\w.]+)'\)|create_distributed_table\('([\w.]+)', 'clinic_id', colocate_with => '([\w.]+)'\))$/
    const made = statements.map(({ line }) => form.exec(line) ?? [line])
    const distributed = made.flatMap(([, , name]) => name ?? [])
    const order = made.map(([line, copied, name]) => copied ?? name ?? line)
    const tables = await db.asOwner<{ name: string; tenant: boolean; parents: string[] }>(
      `select n.nspname || '.' || c.relname as name, ${isTenant} as tenant,
              array(select distinct pn.nspname || '.' || p.relname from pg_constraint k
                       join pg_class p on p.oid = k.confrelid join pg_namespace pn on pn.oid = p.relnamespace
                     where k.contype = 'f' and k.conrelid = c.oid and k.confrelid <> c.oid) as parents
         from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where n.nspname in ('public', 'app', 'auth') and (c.relkind = 'r' or c.relkind = 'p' and ${isTenant})`,
    )
    expect([...order].sort()).toEqual(tables.map(({ name }) => name).sort())
    expect([...distributed].sort()).toEqual(
      tables
        .filter(({ tenant }) => tenant)
        .map(({ name }) => name)
        .sort(),
    )
    // all on the nodes of the first
    expect(new Set(made.flatMap(([, , , anchor]) => anchor ?? []))).toEqual(new Set(['none', distributed[0]]))
    const early = tables.flatMap(({ name, parents }) =>
      parents
        .filter((parent) => order.indexOf(parent) > order.indexOf(name))
        .map((parent) => `${name} ${parent}`),
    )
    expect(early).toEqual([])
  })

  it('has no foreign key from a table of every node to a tenant table', async () => {
    const keys = await db.asOwner<{ name: string }>(
      `select k.conname as name from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_class r on r.oid = k.confrelid
         join pg_namespace n on n.oid = c.relnamespace
        where k.contype = 'f' and n.nspname in ('public', 'app', 'auth') and not ${isTenant}
          and exists (select from pg_attribute a where a.attrelid = r.oid and a.attname = 'clinic_id' and not a.attisdropped)`,
    )
    expect(keys.map(({ name }) => name)).toEqual([])
  })

  it('is distributed by a file that lists no table', () => {
    const file = readFileSync('deploy/citus.sql', 'utf8')
    expect(file).not.toMatch(/create_(distributed|reference)_table/)
    for (const name of ['distribution_script', 'privileges_script', 'protection', 'check_protection'])
      expect(file).toContain(`app.${name}(`)
  })
})

describe('the clinics that have a row of an id', () => {
  const clinicsWith = async (kind: string, id: string) => {
    const [row] = await db.asOwner<{ clinics: string[] }>('select app.clinics_with($1, $2) as clinics', [
      kind,
      id,
    ])
    return row?.clinics.sort()
  }
  /** Rows that differ from the tenant tables. */
  const differences = () =>
    db.asOwner(`
      with expected as (
        select 'membership' as kind, user_id::text as id, clinic_id from clinic_memberships
         where user_id is not null and ended_at is null
        union all select 'patient', user_id::text, clinic_id from patients where user_id is not null
        union all select 'invitation', encode(sha256(convert_to(email, 'UTF8')), 'hex'), clinic_id from invitations
                   where accepted_at is null and revoked_at is null
        union all select 'library', with_clinic_id::text, clinic_id from content_library_shares
      )
      (select * from expected except select kind, id, leads_to from app.appearances)
      union all
      (select kind, id, leads_to from app.appearances except select * from expected)`)

  it('are those of a person’s current memberships and records', async () => {
    const one = await aClinic(db)
    const two = await aClinic(db)
    const patient = await aPatient(db, one)
    const { userId } = patient
    expect(await clinicsWith('membership', userId)).toEqual([one.id])
    await db.asOwner(
      `insert into clinic_memberships (clinic_id, user_id, role, status) values ($1, $2, 'staff', 'active')`,
      [two.id, userId],
    )
    expect(await clinicsWith('membership', userId)).toEqual([one.id, two.id].sort())
    expect(await clinicsWith('patient', userId)).toEqual([one.id])
    expect(await differences()).toEqual([])
    await db.asOwner('update clinic_memberships set ended_at = now() where clinic_id = $1 and user_id = $2', [
      one.id,
      userId,
    ])
    expect(await clinicsWith('membership', userId)).toEqual([two.id])
    await db.asOwner('update patients set user_id = null where clinic_id = $1 and user_id = $2', [
      one.id,
      userId,
    ])
    expect(await clinicsWith('patient', userId)).toEqual([])
    expect(await differences()).toEqual([])
  })

  it('survive that a client removes and restores a member', async () => {
    const clinic = await aClinic(db)
    const { userId, membershipId } = await aStaffMember(db, clinic)
    await db.transactions.withActor(clinic.admin.caller(), (tx) =>
      tx.deleteFrom('clinic_memberships').where('id', '=', membershipId).execute(),
    )
    expect(await clinicsWith('membership', userId)).toEqual([])
    await db.asOwner('update clinic_memberships set ended_at = null where clinic_id = $1 and id = $2', [
      clinic.id,
      membershipId,
    ])
    expect(await clinicsWith('membership', userId)).toEqual([clinic.id])
    expect(await differences()).toEqual([])
  })

  it('are those of live invitations, by the hash of the address', async () => {
    const clinic = await aClinic(db)
    const email = `${crypto.randomUUID()}@example.test`
    const invite = () =>
      db.asOwner<{ id: string }>(
        `with m as (insert into clinic_memberships (clinic_id, role, status) values ($1, 'staff', 'invited') returning id)
         insert into invitations (clinic_id, membership_id, email, role, token_hash, expires_at)
         select $1, m.id, $2, 'staff', sha256(gen_random_uuid()::text::bytea), now() + interval '3 days' from m returning id`,
        [clinic.id, email],
      )
    await invite()
    expect(await clinicsWith('invitation', email)).toEqual([clinic.id])
    expect(await db.asOwner('select from app.appearances where id = $1', [email])).toEqual([])
    await db.asOwner('update invitations set revoked_at = now() where email = $1', [email])
    expect(await clinicsWith('invitation', email)).toEqual([])
    await invite()
    await db.asOwner('update invitations set accepted_at = now() where email = $1 and revoked_at is null', [
      email,
    ])
    expect(await clinicsWith('invitation', email)).toEqual([])
    expect(await differences()).toEqual([])
  })

  it('are also recorded while other triggers rest, as during an import', async () => {
    const one = await aClinic(db)
    const two = await aClinic(db)
    await db.asOwner('begin')
    try {
      await db.asOwner('set local session_replication_role = replica')
      await db.asOwner(
        'insert into content_library_shares (clinic_id, with_clinic_id, created_at) values ($1, $2, now())',
        [one.id, two.id],
      )
      expect(await clinicsWith('library', two.id)).toEqual([one.id])
      await db.asOwner('delete from content_library_shares where clinic_id = $1', [one.id])
      expect(await clinicsWith('library', two.id)).toEqual([])
    } finally {
      await db.asOwner('rollback')
    }
  })
})
