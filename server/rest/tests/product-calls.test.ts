import { beforeAll, expect, test } from 'vitest'
import { anonymous, onEveryEngine } from './cases.ts'

/** Tables shaped like those the product's browser client reads, without the product's policies. */
const tables = `
  create table library.clinics (
    id uuid primary key, name text not null, subdomain text not null unique
  );
  create table library.clinic_memberships (
    id uuid primary key default gen_random_uuid(), user_id uuid, clinic_id uuid not null references library.clinics,
    role text not null, status text not null, created_at timestamptz not null default '2026-01-01',
    updated_at timestamptz not null default '2026-01-01'
  );
  create table library.leads (id int generated always as identity primary key, email text not null);
  create function library.get_users_by_ids(user_ids uuid[]) returns table (id uuid, email text) language sql stable as
    $$ select u, 'person@' || left(u::text, 1) || '.test' from unnest(user_ids) as u $$;
  insert into library.clinics values ('11111111-1111-4111-8111-111111111111', 'Sunrise', 'sunrise');
  insert into library.clinic_memberships (id, user_id, clinic_id, role, status) values
    ('aaaaaaaa-0000-4000-8000-000000000001', '22222222-2222-4222-8222-222222222222',
     '11111111-1111-4111-8111-111111111111', 'admin', 'active');
  grant select, insert, update, delete on library.clinics, library.clinic_memberships to member;
  grant insert on library.leads to anon;`

const clinicId = '11111111-1111-4111-8111-111111111111'
const userId = '22222222-2222-4222-8222-222222222222'
const membershipId = 'aaaaaaaa-0000-4000-8000-000000000001'

onEveryEngine("the product's own calls", {}, (library) => {
  beforeAll(async () => {
    await library().execute(tables)
    await library().api.reloadSchema()
  })
  const db = (caller?: typeof anonymous) =>
    library().client({ headers: { Prefer: 'tx=rollback' }, ...(caller && { caller }) })

  test('own memberships with their clinic', async () => {
    const { data } = await db()
      .from('clinic_memberships')
      .select('*, clinics(id, name, subdomain)')
      .eq('user_id', userId)
    expect(data).toMatchObject([
      { id: membershipId, role: 'admin', clinics: { id: clinicId, name: 'Sunrise', subdomain: 'sunrise' } },
    ])
  })

  test('a clinic by its subdomain', async () => {
    const { data } = await db().from('clinics').select('*').eq('subdomain', 'sunrise').single()
    expect(data).toEqual({ id: clinicId, name: 'Sunrise', subdomain: 'sunrise' })
  })

  test('a clinic that does not exist, as PGRST116 and as null', async () => {
    const single = await db().from('clinics').select('*').eq('subdomain', 'nowhere').single()
    const maybe = await db().from('clinics').select('*').eq('subdomain', 'nowhere').maybeSingle()
    expect([single.status, single.error?.code, maybe.data, maybe.error]).toEqual([
      406,
      'PGRST116',
      null,
      null,
    ])
  })

  test('a lead, from an anonymous caller who may not read leads', async () => {
    expect(await db(anonymous).from('leads').insert({ email: 'new@clinic.test' })).toMatchObject({
      status: 201,
      error: null,
    })
  })

  test('a new membership', async () => {
    const row = { user_id: userId, clinic_id: clinicId, role: 'member', status: 'active' }
    expect(await db().from('clinic_memberships').insert(row)).toMatchObject({ status: 201, error: null })
  })

  test('the members of a clinic', async () => {
    const { data } = await db().from('clinic_memberships').select('*').eq('clinic_id', clinicId)
    expect(data).toHaveLength(1)
  })

  test('people by their ids', async () => {
    const { data } = await db().rpc('get_users_by_ids', { user_ids: [userId] })
    expect(data).toEqual([{ id: userId, email: 'person@2.test' }])
  })

  test('another status of a membership', async () => {
    const change = { status: 'invited', updated_at: '2026-02-01T00:00:00.000Z' }
    const { data } = await db()
      .from('clinic_memberships')
      .update(change)
      .eq('id', membershipId)
      .select('status, updated_at')
    expect(data).toEqual([{ status: 'invited', updated_at: '2026-02-01T00:00:00+00:00' }])
  })

  test('the end of a membership', async () => {
    expect(await db().from('clinic_memberships').delete().eq('id', membershipId)).toMatchObject({
      status: 204,
      error: null,
    })
  })
})
