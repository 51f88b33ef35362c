// A password alone permits only a new clinic's set-up (docs/threats.md T18). Every case comes from the list of permissions,
// so new ones are included: without an entry below the suite fails.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SampleRows } from '#db/tests/tenant-escape/rows.ts'
import { readTables } from '#db/tests/tenant-escape/tables.ts'
import { makeWorld } from '#db/tests/tenant-escape/world.ts'
import { type ClinicRole, can, type Permission, permissions } from '#domain/permissions.ts'
import { actions } from '#server/features.ts'
import { openTestDatabase, type TestDatabase } from '#testing/database/database.ts'
import { aGuestAddress } from '#testing/invitations.ts'
import { anInvitation, aStaffMember, type Member } from '#testing/sign-in/people.ts'
import { aSecondFactor, aSecondStep } from '#testing/sign-in/second-step.ts'
import { openScenes, type Scene } from '../scene.ts'
import type { TestServer } from '../test-server.ts'
import { functionInputs, sampleCalls } from './function-inputs.ts'

/** The rows of a permission with a second factor, and the verbs that need it. */
const rowsBehind: Partial<Record<Permission, Record<string, 'all' | 'changes'>>> = {
  'security:write': { 'public.sso_providers': 'all' },
  'webhooks:write': { 'public.webhook_endpoints': 'all', 'public.webhook_deliveries': 'all' },
  'audit:read': { 'app.audit_log': 'all' },
  'patients:read': { 'public.patients': 'all' },
  'patients:write': { 'public.patients': 'all', 'public.patient_details': 'all' },
  'patients:merge': { 'public.patients': 'all' },
  'notes:write': { 'public.person_notes': 'all', 'public.message_notes': 'all' },
  'clinic:export': { 'public.patients': 'all', 'app.audit_log': 'all' },
  'records:connect': {},
  'records:export': { 'public.patients': 'all', 'public.person_notes': 'all' },
  'clinic:close': {},
  'support:write': {},
  'api-keys:write': { 'public.api_keys': 'all' },
  'members:export': { 'public.patients': 'all' },
  'members:import': { 'public.patients': 'all', 'public.invitations': 'all' },
  'members:invite-patient': { 'public.invitations': 'all' },
  'members:invite-team': { 'public.invitations': 'all' },
  'members:invite-admin': { 'public.invitations': 'all' },
  'team:write': { 'public.clinic_memberships': 'changes' },
  'members:update': { 'public.clinic_memberships': 'changes' },
  'files:write': { 'public.patient_files': 'all' },
  'guardians:write': { 'public.patient_guardians': 'all' },
  'guardian-rules:write': {},
  'tasks:read': { 'public.tasks': 'all' },
  'tasks:write': { 'public.tasks': 'all' },
  'messages:read': { 'public.message_threads': 'all', 'public.messages': 'all' },
  'messages:write': { 'public.message_threads': 'all', 'public.messages': 'all' },
  'feedback:read': { 'public.feedback': 'all' },
  'feedback:write': { 'public.feedback': 'all' },
  // read by the whole team, written by its actions alone
  'content:write': {},
  'lessons:read': { 'public.lesson_assignments': 'all', 'public.program_enrollments': 'all' },
  'lessons:assign': { 'public.lesson_assignments': 'all', 'public.program_enrollments': 'all' },
  'forms:ask': { 'public.form_requests': 'all' },
  'care-plans:read': { 'public.care_plans': 'all' },
  'care-plans:write': { 'public.care_plans': 'all' },
  'appointments:read': {
    'public.appointments': 'all',
    'public.appointment_changes': 'all',
    'public.waitlist_entries': 'all',
    'public.waitlist_offers': 'all',
  },
  'appointments:write': { 'public.appointments': 'all', 'public.appointment_series': 'all' },
  'payouts:write': { 'public.payout_accounts': 'all' },
  'billing:write': {
    'public.clinic_billing': 'all',
    'public.clinic_invoices': 'all',
    'public.billing_addresses': 'all',
    'public.receipt_details': 'all',
    'public.fee_agreements': 'all',
    'public.tier_subscriptions': 'all',
  },
  'books:write': { 'public.book_accounts': 'all' },
  'disputes:answer': { 'public.disputes': 'all' },
  'payments:collect': { 'public.invoices': 'all' },
  'visit-fees:charge': { 'public.visit_fees': 'all' },
  'payments:refund': { 'public.payments': 'all', 'public.refunds': 'all' },
  'subscriptions:add': { 'public.subscriptions': 'all' },
  'subscriptions:cancel': { 'public.subscriptions': 'all' },
  'money:read': {
    'public.subscriptions': 'all',
    'public.subscription_members': 'all',
    'public.invoices': 'all',
    'public.invoice_lines': 'all',
    'public.payments': 'all',
    'public.unassigned_charges': 'all',
    'public.refunds': 'all',
    'public.credits': 'all',
    'public.patient_customers': 'all',
    'public.disputes': 'all',
    'public.receipts': 'all',
    'public.journal': 'all',
    'public.postings': 'all',
    'public.payouts': 'all',
    'public.balance_movements': 'all',
    'public.statements': 'all',
    'public.statement_lines': 'all',
  },
}

const all = Object.keys(permissions) as Permission[]
const guarded = all.filter((name) => permissions[name].secondFactor)
const open = all.filter((name) => !permissions[name].secondFactor)
const teamRoles = ['admin', 'staff', 'member'] as const satisfies ClinicRole[]

/** Inputs where the permission depends on the input. */
const inputs: Partial<Record<`${Permission} ${string}`, (scene: Scene) => Promise<object>>> = {
  'members:invite-team invite-patient': async (scene) => ({
    ...(await functionInputs['invite-patient']?.(scene, 'admin')),
    role: 'staff',
  }),
  'members:invite-team resend-invitation': (scene) => waiting(scene, 'staff'),
  'members:invite-team revoke-invitation': (scene) => waiting(scene, 'staff'),
  'members:invite-admin invite-patient': async (scene) => ({
    ...(await functionInputs['invite-patient']?.(scene, 'admin')),
    role: 'admin',
  }),
  'members:invite-admin resend-invitation': (scene) => waiting(scene, 'admin'),
  'members:invite-admin revoke-invitation': (scene) => waiting(scene, 'admin'),
}

async function waiting({ test, world }: Scene, role: 'staff' | 'admin'): Promise<object> {
  const offer = { email: aGuestAddress(), role }
  return { membershipId: (await anInvitation(test.db, world.clinics.one, offer)).membershipId }
}

function actionsOf(permission: Permission): string[] {
  return actions
    .filter(({ name, access }) => access === permission || sampleCalls[name]?.asks?.includes(permission))
    .map(({ name }) => name)
}

const calls = (some: Permission[]) =>
  some.flatMap((permission) =>
    teamRoles
      .filter((role) => can({ role }, permission))
      .flatMap((role) => actionsOf(permission).map((name) => ({ permission, role, name }))),
  )

it('every permission with a second factor guards rows', () => {
  expect(Object.keys(rowsBehind).sort()).toEqual([...guarded].sort())
})

describe('functions', () => {
  let test: TestServer
  let scene: Scene
  beforeAll(async () => {
    const scenes = await openScenes()
    test = scenes.test
    scene = await scenes.next()
  })
  afterAll(() => test.close())

  const clinicRequires = (requires: boolean) =>
    test.db.asOwner(
      `insert into clinic_security (clinic_id, requires_mfa) values ($1, $2)
       on conflict (clinic_id) do update set requires_mfa = excluded.requires_mfa`,
      [scene.world.clinics.one.id, requires],
    )

  async function call(name: string, permission: Permission, by: Member): Promise<string> {
    const input = inputs[`${permission} ${name}`] ?? ((given) => functionInputs[name]?.(given, 'admin'))
    const { status, text } = await test.ask(`/functions/v1/${name}`, {
      method: 'POST',
      body: await input(scene),
      token: await test.tokenOf(by),
      clinic: scene.world.clinics.one,
    })
    return status === 200 ? 'ok' : (JSON.parse(text).code as string)
  }
  const somebody = (role: (typeof teamRoles)[number]) =>
    aStaffMember(test.db, scene.world.clinics.one, { role })

  const refused = new Map<string, Member>()
  /** The same member for all calls of a role, because a refused call changes nothing. */
  async function refusedMember(role: (typeof teamRoles)[number], has: 'a password' | 'an unused factor') {
    const key = `${role} with ${has}`
    const known = refused.get(key)
    if (known) return known
    const member = await somebody(role)
    if (has === 'an unused factor') await aSecondFactor(test.db, member)
    refused.set(key, member)
    return member
  }

  describe.each(calls(guarded))('$name as $role, by $permission', ({ name, role, permission }) => {
    it('is refused with a password alone where the clinic requires a second factor', async () => {
      await clinicRequires(true)
      const member = await refusedMember(role, 'a password')
      expect(await call(name, permission, member)).toBe('second_step_required')
    })

    it('is refused for a user who has a second factor and has not used it', async () => {
      await clinicRequires(false)
      const member = await refusedMember(role, 'an unused factor')
      expect(await call(name, permission, member)).toBe('second_step_required')
    })

    it('succeeds with the second factor', async () => {
      await clinicRequires(true)
      const member = await somebody(role)
      await aSecondStep(test.db, member)
      expect(await call(name, permission, member)).not.toBe('second_step_required')
    })
  })

  it.each(calls(open))('$name as $role sets a new clinic up with a password alone', async (each) => {
    await clinicRequires(true)
    // plans are published once there is a card for the commission, and a brand is the Enterprise tier's
    await test.db.asOwner(
      `update clinic_billing set card_method = 'pm_1', tier = 'enterprise', subscription_status = 'active',
              current_period_start = now() where clinic_id = $1`,
      [scene.world.clinics.one.id],
    )
    expect(await call(each.name, each.permission, await somebody(each.role))).toBe('ok')
  })

  it('the dashboard omits revenue', async () => {
    await clinicRequires(true)
    const admin = await somebody('admin')
    const figures = async () => {
      const { text } = await test.ask('/functions/v1/dashboard-figures', {
        method: 'POST',
        body: {},
        token: await test.tokenOf(admin),
        clinic: scene.world.clinics.one,
      })
      return JSON.parse(text).revenue
    }
    expect(await figures()).toBeNull()
    await aSecondStep(test.db, admin)
    expect(await figures()).not.toBeNull()
  })
})

describe('rows', () => {
  let db: TestDatabase
  let withPassword: Member
  let withBoth: Member
  beforeAll(async () => {
    db = await openTestDatabase()
    const world = await makeWorld(db)
    await new SampleRows(db, world).create(await readTables(db))
    const { one } = world.clinics
    await db.asOwner('update clinic_security set requires_mfa = true where clinic_id = $1', [one.id])
    withPassword = await aStaffMember(db, one, { role: 'admin' })
    withBoth = await aStaffMember(db, one, { role: 'admin' })
    await aSecondStep(db, withBoth)
  })
  afterAll(() => db.close())

  const tables = (kind: 'all' | 'changes') =>
    guarded.flatMap((permission) =>
      Object.entries(rowsBehind[permission] ?? {})
        .filter(([, verbs]) => verbs === kind)
        .map(([table]) => ({ permission, table })),
    )

  const query = (by: Member, text: string, params: string[] = []) =>
    db.transactions.withStatement(by.caller(), { sql: text, params }, async (rows) => rows)

  it.each(tables('all'))('$table shows nothing to a password alone, by $permission', async ({ table }) => {
    const seen = async (by: Member) => (await query(by, `select clinic_id from ${table}`)).length
    expect(await seen(withPassword)).toBe(0)
    expect(await seen(withBoth)).toBeGreaterThan(0)
  })

  it.each(tables('changes'))(
    '$table is not changed with a password alone, by $permission',
    async ({ table }) => {
      const other = await aStaffMember(db, { id: await clinicId(), subdomain: '' })
      const change = (by: Member) =>
        query(by, `update ${table} set status = 'invited' where id = $1 returning id`, [other.membershipId])
      const remove = (by: Member) =>
        query(by, `delete from ${table} where id = $1 returning id`, [other.membershipId])
      const refusal = { code: '42501', message: expect.stringContaining('second step') }
      await expect(change(withPassword)).rejects.toMatchObject(refusal)
      await expect(remove(withPassword)).rejects.toMatchObject(refusal)
      expect(await change(withBoth)).toHaveLength(1)
      expect(await remove(withBoth)).toHaveLength(1)
    },
  )

  // without the trigger behind that refusal the rows would be inaccessible all the same
  it('memberships stay as they are without the trigger too', async () => {
    await db.asOwner(
      'alter table clinic_memberships disable trigger clinic_memberships_refuse_without_second_step',
    )
    const other = await aStaffMember(db, { id: await clinicId(), subdomain: '' })
    const update = `update clinic_memberships set status = 'invited' where id = $1 returning id`
    expect(await query(withPassword, update, [other.membershipId])).toEqual([])
    expect(
      await query(withPassword, 'delete from clinic_memberships where id = $1 returning id', [
        other.membershipId,
      ]),
    ).toEqual([])
    await db.asOwner(
      'alter table clinic_memberships enable trigger clinic_memberships_refuse_without_second_step',
    )
  })

  async function clinicId(): Promise<string> {
    const [row] = await db.asOwner<{ id: string }>(
      'select clinic_id as id from clinic_memberships where id = $1',
      [withBoth.membershipId],
    )
    return row?.id ?? ''
  }
})
