// No claim of a sign-up grants permissions (docs/threats.md T6): not in the row, not in the token, not in any clinic.
import { decodeJwt } from 'jose'
import { describe, expect, it } from 'vitest'
import { aClinic, aSignedInPerson } from '#testing/sign-in/people.ts'
import { setUpServer } from '../test-server.ts'

const test = await setUpServer()
const clinic = await aClinic(test.db)

const password = 'a quiet long password'
const nobody = '00000000-0000-4000-8000-000000000000'

/** Sent along with address and password, in every nesting. `clinicId` is an existing clinic. */
const claims: [string, (clinicId: string) => object][] = [
  ['role at the top', () => ({ role: 'service_role' })],
  ['role in data', () => ({ data: { role: 'admin' } })],
  ['role in options', () => ({ options: { data: { role: 'admin' } } })],
  [
    'app_metadata at the top',
    (id) => ({ app_metadata: { role: 'admin', tenant_access: { [id]: 'admin' } } }),
  ],
  ['app_metadata in data', (id) => ({ data: { app_metadata: { tenant_access: { [id]: 'admin' } } } })],
  ['raw_app_meta_data', (id) => ({ raw_app_meta_data: { tenant_access: { [id]: 'admin' } } })],
  ['is_super_admin at the top', () => ({ is_super_admin: true })],
  ['is_super_admin in data', () => ({ data: { is_super_admin: true } })],
  ['aud', () => ({ aud: 'service_role' })],
  ['aud in data', () => ({ data: { aud: 'service_role' } })],
  ['userType of a clinic’s admin', () => ({ data: { userType: 'clinicAdmin' } })],
  [
    'userType with an existing clinic',
    (id) => ({ data: { userType: 'clinicAdmin', clinicId: id, clinic_id: id } }),
  ],
  ['tenant_access at the top', (id) => ({ tenant_access: { [id]: 'admin' } })],
  ['tenant_access in data', (id) => ({ data: { tenant_access: { [id]: 'admin' } } })],
  [
    'tenant_access, nested',
    (id) => ({ data: { user_metadata: { app_metadata: { tenant_access: { [id]: 'admin' } } } } }),
  ],
  ['aal and amr', () => ({ data: { aal: 'aal2', amr: [{ method: 'totp' }] }, aal: 'aal2' })],
  [
    'a confirmed address',
    () => ({ email_confirmed_at: '2020-01-01', email_confirm: true, email_verified: true }),
  ],
  ['an id', () => ({ id: nobody, user_id: nobody, data: { sub: nobody } })],
  ['a session', () => ({ session_id: nobody, data: { session_id: nobody } })],
  ['a lifted ban', () => ({ banned_until: null, ban_duration: 'none' })],
  ['memberships', (id) => ({ data: { memberships: [{ clinic_id: id, role: 'admin', status: 'active' }] } })],
  [
    'a prototype',
    () =>
      JSON.parse(
        '{"__proto__":{"role":"service_role"},"data":{"__proto__":{"role":"admin"},"constructor":{"role":"admin"}}}',
      ),
  ],
  ['is_anonymous', () => ({ is_anonymous: false, data: { is_anonymous: false } })],
]

describe.each(claims)('%s', (_name, extra) => {
  it('changes nothing in the row, the token and the clinic’s tables', async () => {
    const email = `mass-${crypto.randomUUID()}@example.test`
    const signUp = await test.ask('/auth/v1/signup', {
      method: 'POST',
      body: { email, password, ...extra(clinic.id) },
    })
    if (signUp.status !== 200) {
      expect(signUp.status).toBeLessThan(500)
      return
    }
    const [row] = await test.db.asOwner<Record<string, unknown>>(
      'select * from auth.users where email = $1',
      [email],
    )
    expect(row).toMatchObject({
      role: 'authenticated',
      aud: 'authenticated',
      email_confirmed_at: null,
      app_metadata: { provider: 'email', providers: ['email'] },
    })
    expect(row?.id).not.toBe(nobody)

    // confirms the address, so that there is a session
    await test.db.asOwner('update auth.users set email_confirmed_at = now() where id = $1', [row?.id])
    const signIn = await test.ask('/auth/v1/token?grant_type=password', {
      method: 'POST',
      body: { email, password },
    })
    const token = JSON.parse(signIn.text).access_token as string
    expect(decodeJwt(token)).toMatchObject({
      sub: row?.id,
      role: 'authenticated',
      aud: 'authenticated',
      aal: 'aal1',
      app_metadata: { provider: 'email', providers: ['email'] },
    })
    expect(decodeJwt(token).app_metadata).not.toHaveProperty('tenant_access')
    for (const path of [
      '/rest/v1/patients',
      '/rest/v1/invitations',
      '/rest/v1/appointments',
      '/rest/v1/audit_log',
    ]) {
      expect((await test.ask(path, { token, clinic })).status, path).toBe(403)
    }
    expect((await test.ask('/rest/v1/clinic_memberships?select=id', { token, clinic })).text).toBe('[]')
    expect((await test.ask('/auth/v1/admin/users', { token })).status).toBe(403)
  })
})

it.each(['own', 'someone else’s', 'unknown'])(
  'create-clinic-with-admin makes a clinic for its caller, whatever userId it gets: %s',
  async (whose) => {
    const person = await aSignedInPerson(test.db)
    const userId = {
      own: person.userId,
      'someone else’s': clinic.admin.userId,
      unknown: crypto.randomUUID(),
    }[whose]
    const subdomain = `name-${crypto.randomUUID().slice(0, 8)}`
    const { status } = await test.ask('/functions/v1/create-clinic-with-admin', {
      method: 'POST',
      body: { name: 'New Clinic', subdomain, userId, role: 'admin', user_id: userId },
      token: await test.tokenOf(person),
    })
    expect(status).toBe(200)
    const owners = await test.db.asOwner(
      'select user_id, role from clinic_memberships m join clinics c on c.id = m.clinic_id where c.subdomain = $1',
      [subdomain],
    )
    expect(owners).toEqual([{ user_id: person.userId, role: 'admin' }])
  },
)

it('there are at least 20 of them', () => {
  expect(claims.length).toBeGreaterThanOrEqual(20)
})
