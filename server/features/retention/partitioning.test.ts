// An installation with data becomes one whose trail is partitioned (docs/decisions/0117).
import { afterAll, expect, it } from 'vitest'
import { migrate, readMigrations } from '#server/platform/database/migrations.ts'
import { openOwner } from '#testing/owner.ts'

const clinic = '11111111-1111-4111-8111-111111111111'
const patient = '22222222-2222-4222-8222-222222222222'

const { owner, close } = await openOwner()
afterAll(close)

const write = (at: string) =>
  owner.query<{ id: number }>(
    `insert into app.audit_log (clinic_id, actor_kind, action, occurred_at, patient_ids, patient_count)
     values ('${clinic}', 'person', 'test.written', ${at}, array['${patient}'::uuid], 1) returning id::int`,
  )
const seal = () => owner.query('select * from app.seal_audit_log(1000)')
const check = () => owner.query(`select * from app.check_audit_links('${clinic}', 0, 1000)`)
const wrong = () => owner.query(`select * from app.check_audit_chain('${clinic}')`)

it('keeps every row, link and number, and goes on in the same chain', async () => {
  const all = readMigrations()
  const before = all.filter(({ name }) => name < '0203')
  await migrate(owner, before)
  await owner.execute(
    `insert into public.clinics (id, name, subdomain) values ('${clinic}', 'Sunrise', 'sunrise')`,
  )
  for (const at of [`now() - interval '7 years'`, `now() - interval '40 days'`, 'now()']) await write(at)
  await seal()
  const first = await write('now()')
  const old = await owner.query('select l.* from app.audit_links l order by position')
  const rows = await owner.query('select * from app.audit_log order by id')
  await owner.execute(`
    insert into app.mails (template, to_address, subject, text_body, html_body, message_id, queued_at)
      values ('welcome', 'a@b.test', 'Welcome', '', '', 'm1', now() - interval '3 years'),
             ('welcome', 'a@b.test', 'Welcome', '', '', 'm2', now() + interval '5 months');
    insert into app.webhook_events (id, type, occurred_at, received_at) values ('evt_1', 'a.b', now(), now())`)
  const mails = await owner.query('select * from app.mails order by message_id')

  await migrate(owner, all)
  expect(await owner.query('select * from app.audit_log order by id')).toEqual(rows)
  expect(await owner.query('select l.* from app.audit_links l order by position')).toMatchObject(old)
  // one of them ahead, as by a developer's clock
  expect(await owner.query('select * from app.mails order by message_id')).toEqual(mails)
  const again = `select app.receive_stripe_event('evt_1', null, 'a.b', null, '{}', (select occurred_at from app.webhook_events),
                                                 now() + interval '2 months', true, 'none')`
  await owner.query(again)
  expect(await owner.query('select id from app.webhook_events')).toEqual([{ id: 'evt_1' }])
  // not copied: the table is what it was
  expect(await owner.query('select count(*)::int as count from months.audit_log_before')).toEqual([
    { count: rows.length },
  ])

  const [next] = await write('now()')
  expect(next?.id).toBe((first[0]?.id ?? 0) + 1)
  await seal()
  expect(await owner.query('select count(*)::int as count from app.audit_links')).toEqual([{ count: 5 }])
  expect(await check()).toMatchObject([{ checked: 5, problem: null }])
  expect(await wrong()).toEqual([])
  // old rows that are named by their number are found
  expect(
    await owner.query(`select count(*)::int as count from app.audit_subjects s join app.audit_log a on a.id = s.audit_id
                          and a.occurred_at between s.occurred_at and greatest(s.occurred_at, app.audit_log_begins())
                        where s.clinic_id = '${clinic}' and s.patient_id = '${patient}'`),
  ).toEqual([{ count: 5 }])
  // and what somebody changes in them still shows
  await owner.execute('alter table app.audit_log disable trigger user')
  await owner.execute(`update app.audit_log set action = 'test.forged' where id = 2`)
  expect(await check()).toMatchObject([{ problem: 'changed', bad_position: 2 }])
})

it('was given the months to come, beside a partition for what was there', async () => {
  const parts = await owner.query<{ bound: string }>(
    `select pg_get_expr(c.relpartbound, c.oid) as bound from pg_inherits i join pg_class c on c.oid = i.inhrelid
      where i.inhparent = 'app.audit_log'::regclass order by c.relname`,
  )
  expect(parts.at(-2)?.bound).toMatch(/^FOR VALUES FROM \(MINVALUE\) TO /)
  expect(parts.at(-1)?.bound).toBe('DEFAULT')
  expect(parts.length).toBeGreaterThanOrEqual(3)
})
