// An attacker joins a clinic with another person's address (docs/threats.md T31). The account signs in, but has no access
// until the address is confirmed. Its password and sessions end: first-proof.test.ts, by Google
// server/auth/endpoints/providers/callback-accounts.test.ts.
import { describe, expect, it } from 'vitest'
import { anAppointment } from '#testing/appointments.ts'
import { aGuestAddress } from '#testing/invitations.ts'
import { aClinic, anInvitation } from '#testing/sign-in/people.ts'
import { setUpServer } from '../test-server.ts'

const test = await setUpServer()
const clinic = await aClinic(test.db)
const other = await aClinic(test.db)
const email = aGuestAddress()
const password = 'known to the attacker'
const join = { email, password, name: 'Dana', subdomain: clinic.subdomain }
await test.ask('/functions/v1/clinic-join', { method: 'POST', body: join, clinic })
const signIn = await test.ask('/auth/v1/token?grant_type=password', {
  method: 'POST',
  body: { email, password },
})
const session = JSON.parse(signIn.text)
const token = session.access_token
const userId = session.user.id
const [record] = await test.db.asOwner<{ id: string }>('select id from patients where user_id = $1', [userId])
await anAppointment(test.db, clinic, { patientId: record?.id ?? '' })
await anInvitation(test.db, clinic, { email, role: 'admin' })
await anInvitation(test.db, other, { email, role: 'staff' })

const isProven = async () => {
  const [row] = await test.db.asOwner<{ at: Date | null }>(
    'select email_confirmed_at as at from auth.users where id = $1',
    [userId],
  )
  return row?.at !== null
}

describe('the clinic’s tables show nothing', () => {
  const tables = [
    'patients',
    'appointments',
    'invitations',
    'audit_log',
    'plans?status=eq.draft',
    'subscriptions',
    'invoices',
    'payments',
    'refunds',
  ]
  it.each(tables)('%s', async (table) => {
    const { status, text } = await test.ask(`/rest/v1/${table}`, { token, clinic })
    if (status === 200) expect(JSON.parse(text)).toEqual([])
    else expect(status).toBe(403)
  })

  it('except the user’s own membership, which is pending', async () => {
    const { text } = await test.ask('/rest/v1/clinic_memberships?select=role,status', { token, clinic })
    expect(JSON.parse(text)).toEqual([{ role: 'patient', status: 'pending' }])
  })

  it('and no profile, nor the list of readers of the record', async () => {
    const profiles = await test.ask('/rest/v1/rpc/get_users_by_ids', {
      method: 'POST',
      body: { user_ids: [clinic.admin.userId, userId] },
      token,
      clinic,
    })
    expect(JSON.parse(profiles.text)).toEqual([])
    const trail = await test.ask('/rest/v1/rpc/audit_log_for_me', { method: 'POST', body: {}, token, clinic })
    expect(JSON.parse(trail.text)).toEqual([])
  })
})

describe('no invitation to the address is accepted', () => {
  it.each(['here', 'in another clinic'])('by an insert, %s', async (where) => {
    const target = where === 'here' ? clinic : other
    const body = { user_id: userId, clinic_id: target.id, role: 'member', status: 'active' }
    for (const host of [clinic, other, null]) {
      const { status } = await test.ask('/rest/v1/clinic_memberships', {
        method: 'POST',
        body,
        token,
        clinic: host,
      })
      expect(status).toBe(403)
    }
  })

  it.each(['activate-membership', 'join-clinic'])('by %s', async (name) => {
    for (const target of [clinic, other]) {
      const { status, text } = await test.ask(`/functions/v1/${name}`, {
        method: 'POST',
        body: { clinicId: target.id },
        token,
        clinic: target,
      })
      expect([status, JSON.parse(text).code]).toEqual([403, 'email_not_confirmed'])
    }
  })

  it('and both still await the owner of the address', async () => {
    const waiting = await test.db.asOwner(
      'select from invitations where email = $1 and accepted_at is null and revoked_at is null',
      [email],
    )
    expect(waiting).toHaveLength(2)
  })
})

describe('no other access', () => {
  const functions: [string, () => object][] = [
    [
      'create-clinic-with-admin',
      () => ({ name: 'New Clinic', subdomain: `name-${crypto.randomUUID().slice(0, 8)}` }),
    ],
    ['invite-patient', () => ({ clinicId: clinic.id, email: aGuestAddress(), role: 'patient' })],
    ['dashboard-figures', () => ({})],
    ['setup-checklist', () => ({})],
    ['update-clinic-profile', () => ({ name: 'Mine now', timeZone: 'UTC', color: 'plum' })],
  ]
  it.each(functions)('%s is refused', async (name, input) => {
    const { status } = await test.ask(`/functions/v1/${name}`, {
      method: 'POST',
      body: input(),
      token,
      clinic,
    })
    expect(status).toBe(403)
  })

  it('making oneself active, or a team member, changes no row', async () => {
    for (const change of [{ status: 'active' }, { role: 'admin' }, { user_id: userId }]) {
      const { status } = await test.ask(`/rest/v1/clinic_memberships?user_id=eq.${userId}`, {
        method: 'PATCH',
        body: change,
        token,
        clinic,
      })
      expect(status).toBe(403)
    }
  })

  it.each([
    { email_confirmed_at: '2020-01-01' },
    { data: { email_verified: true } },
    { app_metadata: { email_verified: true } },
  ])('changing one’s own account by %j confirms nothing', async (body) => {
    await test.ask('/auth/v1/user', { method: 'PUT', body, token })
    expect(await isProven()).toBe(false)
  })

  it('signing in, refreshing or requesting again does not confirm the address', async () => {
    await test.ask('/auth/v1/user', { token })
    await test.ask('/auth/v1/recover', { method: 'POST', body: { email } })
    await test.ask('/auth/v1/resend', { method: 'POST', body: { type: 'signup', email } })
    expect(await isProven()).toBe(false)
    expect((await test.ask('/rest/v1/patients', { token, clinic })).status).toBe(403)
  })
})
