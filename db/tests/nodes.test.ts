// Privileges and policies on the nodes of a distributed database, tried on one plain Postgres: a table with a number at the end of
// its name plays a shard (docs/scaling.md 5).
import { describe, expect, it } from 'vitest'
import { setUpDatabase } from '#testing/set-up.ts'

const db = await setUpDatabase()

const textOf = async (name: 'protection' | 'privileges_script') =>
  (await db.asOwner<{ text: string }>(`select app.${name}() as text`))[0]?.text ?? ''

/** Runs steps that are undone in the end, on the owner's one connection. */
async function tried(work: () => Promise<void>): Promise<void> {
  await db.asOwner('begin')
  try {
    await work()
  } finally {
    await db.asOwner('rollback')
  }
}

const everyTable = `from pg_class c join pg_namespace n on n.oid = c.relnamespace
                     where n.nspname in ('public', 'app', 'auth') and c.relkind in ('r', 'p', 'v')`
const revokeAll = `do $$ declare t text; begin
  for t in select c.oid::regclass ${everyTable} loop
    execute 'revoke all on ' || t || ' from anon, authenticated, clinic_patient, clinic_guardian, clinic_staff, '
            || 'clinic_billing_only, clinic_admin, clinic_support, clinic_api_key, system';
  end loop; end $$`

/** A shard of `patients` as Citus makes it: its policies, and none of the privileges on columns. */
const addShard = `do $$ declare p record; begin
  create table public.patients_102008 (like public.patients);
  alter table public.patients_102008 enable row level security;
  alter table public.patients_102008 force row level security;
  for p in select * from pg_policies where schemaname = 'public' and tablename = 'patients' loop
    execute format('create policy %I on public.patients_102008 as %s for %s to %s %s %s', p.policyname, p.permissive, p.cmd,
      array_to_string(p.roles, ', '), 'using (' || p.qual || ')', 'with check (' || p.with_check || ')');
  end loop; end $$`

describe('the script of privileges', () => {
  it('restores every privilege on tables, views and columns that was revoked', async () => {
    const before = await textOf('protection')
    const script = await textOf('privileges_script')
    await tried(async () => {
      await db.asOwner(revokeAll)
      expect(before.split('\n').length - (await textOf('protection')).split('\n').length).toBeGreaterThan(600)
      await db.asOwner(script)
      expect(await textOf('protection')).toBe(before)
    })
  })

  it('takes away a privilege that this node does not give', async () => {
    const before = await textOf('protection')
    const script = await textOf('privileges_script')
    await tried(async () => {
      await db.asOwner('grant update (full_name) on public.patients to anon')
      await db.asOwner('grant delete on public.plans to clinic_patient')
      expect(await textOf('protection')).not.toBe(before)
      await db.asOwner(script)
      expect(await textOf('protection')).toBe(before)
    })
  })

  it('protects a shard as its table', async () => {
    const before = await textOf('protection')
    await tried(async () => {
      await db.asOwner(addShard)
      expect(await textOf('protection')).toContain('(not on every shard)')
      await db.asOwner(await textOf('privileges_script'))
      expect(await textOf('protection')).toBe(before)
    })
  })
})

describe('the check of a node', () => {
  const check = (text: string) => db.asOwner(`select app.check_protection('worker-1', $1)`, [text])

  it('passes for a node that is protected as this one', async () => {
    await check(await textOf('protection'))
  })

  // each is a fault that one of Citus' nodes has had, or could have after a forgotten step
  it.each([
    [
      'a policy',
      `alter policy patients_select_team on public.patients using (true)`,
      /only there: public\.patients: policy patients_select_team/,
    ],
    [
      'a policy more, permissive',
      'create policy second_step on public.patients to clinic_staff using (true)',
      /only there: public\.patients: policy second_step permissive/,
    ],
    [
      'a missing policy of one shard',
      `${addShard}; drop policy patients_select_team on public.patients_102008`,
      /policy patients_select_own .* \(not on every shard\)/,
    ],
    [
      'a privilege on a column',
      'grant select (email) on public.patients to anon',
      /select \(email\) to anon/,
    ],
    [
      'row-level security',
      'alter table public.plans disable row level security',
      /plans: row-level security off, forced/,
    ],
    ['a role', 'alter role clinic_staff bypassrls', /role clinic_staff: bypassrls/],
    [
      'a function',
      'grant execute on function app.make_months(timestamptz) to anon',
      /make_months.*execute to anon/,
    ],
  ])('fails for %s', async (_, change, difference) => {
    let other = ''
    await tried(async () => {
      await db.asOwner(change)
      other = await textOf('protection')
    })
    await expect(check(other)).rejects.toMatchObject({ detail: expect.stringMatching(difference) })
  })

  it('fails for a node that gives no answer', async () => {
    await expect(db.asOwner(`select app.check_protection('worker-1', null)`)).rejects.toThrow(
      'node worker-1 is not protected as this one',
    )
  })
})
