import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { retentionClasses } from '#domain/retention/retention.ts'
import type { Caller } from '#server/platform/database/transactions.ts'
import { setUpServices } from '#testing/set-up.ts'
import { anOperator, operatorEnv } from '#testing/sign-in/operator.ts'
import { aClinic, aSignedInPerson, type Person } from '#testing/sign-in/people.ts'
import { aSecondStep } from '#testing/sign-in/second-step.ts'
import { aSupportAccess } from '#testing/support.ts'
import { supportView } from './support-view.ts'

const minute = 60_000
const test = await setUpServices({ env: operatorEnv })
const operator = await anOperator(test.db)
const clinic = await aClinic(test.db)

const view = (accessId: string, by: Caller = operator.caller()) =>
  supportView.call(test.services, by, { accessId })

/** @param minutesAgo since the approval; null: pending */
const anAccess = (minutesAgo: number | null, askedBy = operator.userId, of = clinic) => {
  const askedAt = new Date(test.clock.now().getTime() - 90 * minute)
  const approvedAt = minutesAgo === null ? null : new Date(test.clock.now().getTime() - minutesAgo * minute)
  return aSupportAccess(test.db, of.id, { askedBy, askedAt, approvedAt })
}

const trail = () =>
  test.db.asOwner(
    `select actor_id, clinic_id from app.audit_log where action = 'support.viewed' and clinic_id = $1`,
    [clinic.id],
  )

it('shows the setup of that clinic for an hour, and is audited there', async () => {
  const other = await aClinic(test.db, { requiresMfa: true })
  for (const [of, name] of [
    [clinic, 'Wellness'],
    [other, 'Elsewhere'],
  ] as const)
    await test.db.asOwner(`insert into plans (clinic_id, kind, name) values ($1, 'wellness', $2)`, [
      of.id,
      name,
    ])
  const shown = await view(await anAccess(59))
  expect(shown).toMatchObject({
    clinicName: clinic.name,
    twoStep: false,
    billing: { tier: 'free', rateBps: 1200 },
    payouts: null,
    plans: [{ name: 'Wellness', kind: 'wellness', status: 'draft' }],
  })
  expect(await trail()).toEqual([{ actor_id: operator.userId, clinic_id: clinic.id }])
})

it('gives one error for a pending, expired, ended, unknown or another operator’s access, without an audit row', async () => {
  const before = await trail()
  const somebody = await aSignedInPerson(test.db)
  const ids: string[] = [crypto.randomUUID()]
  for (const access of [
    () => anAccess(null),
    () => anAccess(60),
    () => anAccess(1, somebody.userId),
    async () => {
      const id = await anAccess(1)
      await test.db.asOwner('update app.support_access set ended_at = now() where id = $1', [id])
      return id
    },
  ])
    ids.push(await access())
  for (const id of ids) await expect(view(id)).rejects.toMatchObject({ code: 'support_over' })
  expect(await trail()).toEqual(before)
})

it('is for the operator, whatever a row claims', async () => {
  const accessOfAdmin = await anAccess(1, clinic.admin.userId)
  for (const by of [clinic.admin.caller(), clinic.admin.caller(null)])
    await expect(view(accessOfAdmin, by)).rejects.toMatchObject({ code: 'not_allowed' })
})

it('is limited by Postgres: no access without a valid row, and none to names and health data', async () => {
  const at = test.clock.now()
  const enter = (id: string, by: Person, statement?: string) =>
    test.services.transactions.withActor(by.caller(), async (tx) => {
      const { rows } = await sql<{ clinic: string | null; role: string }>`
        select app.enter_support(${id}, ${at}) as clinic, current_user::text as role`.execute(tx)
      const role = await sql<{ role: string }>`select current_user::text as role`.execute(tx)
      if (statement) await sql.raw(statement).execute(tx)
      return { clinic: rows[0]?.clinic ?? null, role: role.rows[0]?.role }
    })
  const live = await anAccess(1)
  expect(await enter(live, operator)).toEqual({ clinic: clinic.id, role: 'clinic_support' })
  const somebody = await aSignedInPerson(test.db)
  await aSecondStep(test.db, somebody)
  expect(await enter(live, somebody)).toEqual({ clinic: null, role: 'authenticated' })
  const setup = [
    'appointment_types',
    'clinic_billing',
    'clinic_security',
    'message_settings',
    'payout_accounts',
  ]
  const readable = [...setup, 'plans', 'providers', 'scheduling_settings'].map((name) => `public.${name}`)
  const granted = await test.db.asOwner<{ name: string; verb: string; health: boolean }>(
    `select distinct n.nspname || '.' || c.relname as name, lower(p.privilege_type) as verb,
            coalesce(obj_description(c.oid, 'pg_class') like 'Health data:%', false) as health
       from information_schema.column_privileges p
       join pg_namespace n on n.nspname = p.table_schema
       join pg_class c on c.relnamespace = n.oid and c.relname = p.table_name
      where p.grantee = 'clinic_support' order by 1`,
  )
  expect(granted).toEqual(readable.sort().map((name) => ({ name, verb: 'select', health: false })))
  for (const name of Object.keys(retentionClasses).filter((each) => !readable.includes(each)))
    await expect(enter(live, operator, `select 1 from ${name}`)).rejects.toMatchObject({ code: '42501' })
  await expect(enter(live, operator, 'select name from public.providers')).rejects.toMatchObject({
    code: '42501',
  })
})
