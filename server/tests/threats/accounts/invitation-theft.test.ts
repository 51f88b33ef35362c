// An invitation's link that was forwarded, guessed, stored or opened by a link scanner (docs/threats.md T7).
import { createHash } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { mailsTo } from '#testing/database/stored-mails.ts'
import { aGuestAddress } from '#testing/invitations.ts'
import {
  aClinic,
  aSignedInPerson,
  aStaffMember,
  type Member,
  type TestClinic,
} from '#testing/sign-in/people.ts'
import { setUpServer } from '../test-server.ts'

let clinic: TestClinic
let admin: Member
const test = await setUpServer()
beforeEach(async () => {
  clinic = await aClinic(test.db)
  admin = await aStaffMember(test.db, clinic, { role: 'admin' })
})

interface Invited {
  email: string
  membershipId: string
  link: URL
  token: string
}

async function invite(changes: object = {}): Promise<Invited> {
  const email = aGuestAddress()
  const body = { clinicId: clinic.id, email, role: 'patient', ...changes }
  const { text } = await callAs(admin, 'invite-patient', body)
  const link = await newestLink(email)
  const { membershipId } = JSON.parse(text).invitation
  return { email, membershipId, link, token: link.searchParams.get('token_hash') ?? '' }
}

async function newestLink(email: string): Promise<URL> {
  const [mail] = await mailsTo(test.db, email)
  return new URL(mail?.links[0] ?? '')
}

const callAs = async (by: Member, name: string, body: object) =>
  test.ask(`/functions/v1/${name}`, { method: 'POST', body, token: await test.tokenOf(by), clinic })

const open = (token: string, type = 'invite') =>
  test.ask('/auth/v1/verify', { method: 'POST', body: { type, token_hash: token } })

const memberOf = (membershipId: string) =>
  test.db.asOwner<{ user_id: string | null; status: string }>(
    'select user_id, status from clinic_memberships where id = $1',
    [membershipId],
  )

describe('a link scanner', () => {
  it.each(['GET', 'HEAD'])('does not use the link up by %s', async (method) => {
    const { link, token } = await invite()
    for (let visit = 0; visit < 3; visit++) await test.ask(`${link.pathname}${link.search}`, { method })
    expect((await open(token)).status).toBe(200)
  })

  it('does not use it up at the auth service’s own endpoint either', async () => {
    const { token } = await invite()
    await test.ask(`/auth/v1/verify?type=invite&token=${token}`, { method: 'HEAD' })
    expect((await open(token)).status).toBe(200)
  })
})

describe('the link no longer works', () => {
  const deaths: [string, (invited: Invited) => Promise<unknown>][] = [
    ['after it was used', ({ token }) => open(token)],
    [
      'after the address was invited again',
      ({ email }) => callAs(admin, 'invite-patient', { clinicId: clinic.id, email, role: 'staff' }),
    ],
    ['after it was sent again', ({ membershipId }) => callAs(admin, 'resend-invitation', { membershipId })],
    ['after it was revoked', ({ membershipId }) => callAs(admin, 'revoke-invitation', { membershipId })],
    [
      'after the pending membership was removed',
      async ({ membershipId }) =>
        test.ask(`/rest/v1/clinic_memberships?id=eq.${membershipId}`, {
          method: 'DELETE',
          token: await test.tokenOf(admin),
          clinic,
        }),
    ],
    ['after 72 hours and a second', async () => test.clock.advance('PT72H1S')],
  ]
  it.each(deaths)('%s', async (_when, kill) => {
    const invited = await invite()
    await kill(invited)
    const { status, text } = await open(invited.token)
    expect([status, JSON.parse(text).error_code]).toEqual([403, 'otp_expired'])
  })

  it('into the team after its inviter was deactivated', async () => {
    const { token } = await invite({ role: 'staff' })
    const { status } = await test.ask(`/rest/v1/clinic_memberships?id=eq.${admin.membershipId}`, {
      method: 'PATCH',
      body: { status: 'invited' },
      token: await test.tokenOf(clinic.admin),
      clinic,
    })
    expect(status).toBe(204)
    expect((await open(token)).status).toBe(403)
  })

  it('for the second of two who open it at once', async () => {
    const { token } = await invite()
    const statuses = (await Promise.all([open(token), open(token)])).map(({ status }) => status)
    expect(statuses.sort()).toEqual([200, 403])
  })
})

describe('anything but the link', () => {
  const forgeries: [string, (token: string) => string][] = [
    ['its hash', (token) => createHash('sha256').update(token).digest('hex')],
    ['its beginning', (token) => token.slice(0, -1)],
    ['an extra letter', (token) => `${token}0`],
    ['capitals', (token) => token.toUpperCase().replace(/^\d+$/, 'X')],
    ['a space in front', (token) => ` ${token}`],
    ['another prefix', (token) => `pkce_${token}`],
    ['a pattern', () => '%'],
    ['an empty text', () => ''],
  ]
  it.each(forgeries)('%s gives no access, and leaves the link usable', async (_what, forge) => {
    const { token } = await invite()
    const forged = forge(token)
    expect(forged).not.toBe(token)
    expect((await open(forged)).status).toBeGreaterThanOrEqual(400)
    expect((await open(token)).status).toBe(200)
  })

  it.each(['recovery', 'email_change'])('the link as a %s gives no access', async (type) => {
    const { token } = await invite()
    expect((await open(token, type)).status).toBe(403)
  })
})

describe('another person', () => {
  it('who is signed in cannot accept it, through the table or through the functions', async () => {
    const { membershipId } = await invite({ role: 'admin' })
    const other = await aSignedInPerson(test.db)
    const token = await test.tokenOf(other)
    const body = { user_id: other.userId, clinic_id: clinic.id, role: 'member', status: 'active' }
    expect((await test.ask('/rest/v1/clinic_memberships', { method: 'POST', body, token })).status).toBe(403)
    const activate = { method: 'POST', body: { clinicId: clinic.id }, token }
    expect((await test.ask('/functions/v1/activate-membership', activate)).status).toBe(404)
    expect(await memberOf(membershipId)).toEqual([{ user_id: null, status: 'invited' }])
  })

  it('who opens the link becomes the invited user, even if another user is signed in', async () => {
    const { token, email } = await invite()
    const other = await aSignedInPerson(test.db)
    const answer = await test.ask('/auth/v1/verify', {
      method: 'POST',
      body: { type: 'invite', token_hash: token },
      token: await test.tokenOf(other),
    })
    expect(JSON.parse(answer.text).user).toMatchObject({ email })
    expect(JSON.parse(answer.text).user.id).not.toBe(other.userId)
  })

  it('in the same clinic cannot read the link, nor its hash', async () => {
    await invite()
    for (const path of [
      '/rest/v1/invitations?select=token_hash',
      '/rest/v1/mails',
      '/rest/v1/one_time_tokens',
    ]) {
      const { status } = await test.ask(path, { token: await test.tokenOf(admin), clinic })
      expect([403, 404]).toContain(status)
    }
  })
})

it('the link holds at least 128 bits, and the database only its hash', async () => {
  const { token } = await invite()
  expect(token).toMatch(/^[0-9a-f]{32,}$/)
  const [found] = await test.db.asOwner<{ rows: number }>(
    `select count(*)::int as rows from auth.one_time_tokens t where to_jsonb(t)::text like '%' || $1 || '%'`,
    [token],
  )
  expect(found?.rows).toBe(0)
})

it('no answer to it is cached or leaks in a referrer', async () => {
  const { token } = await invite()
  const { headers } = await open(token)
  expect(headers.get('referrer-policy')).toBe('no-referrer')
  expect(headers.get('cache-control')).toContain('no-store')
})
