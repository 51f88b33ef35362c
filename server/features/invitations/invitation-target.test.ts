import { afterAll, beforeEach, expect, it } from 'vitest'
import type { Caller } from '#server/platform/database/transactions.ts'
import { aGuestAddress, inviteInto } from '#testing/invitations.ts'
import { openTestAuth } from '#testing/sign-in/auth.ts'
import { aClinic, aStaffMember, type TestClinic } from '#testing/sign-in/people.ts'

let clinic: TestClinic
const test = await openTestAuth({}, { now: new Date().toISOString() })
afterAll(() => test.close())
const other = await aClinic(test.db)
beforeEach(async () => {
  clinic = await aClinic(test.db, { name: 'Sunrise Family Clinic' })
})

const invite = (by: Caller, changes?: object) => inviteInto(test, clinic, by, changes)

const own = () => `http://${clinic.subdomain}.carefold.localhost:3000/auth/callback/invite`

async function target(redirectUrl: string | null | undefined): Promise<string> {
  const email = aGuestAddress()
  const by = await aStaffMember(test.db, clinic)
  await invite(by.caller(), { email, redirectUrl })
  const [link] = (await test.mailTo(email)).links
  const url = new URL(link ?? '')
  expect(url.pathname).toBe('/auth/confirm')
  return url.searchParams.get('redirect_to') ?? ''
}

// spec: B7 redirectUrl is the origin of the app with /auth/callback/invite
it('accepts the callback of the clinic’s own host, of the main site and of localhost', async () => {
  expect(await target(own())).toBe(own())
  expect(await target(undefined)).toBe(own())
  expect(await target('http://carefold.localhost:3000/auth/callback/invite')).toBe(
    `http://carefold.localhost:3000/auth/callback/invite?c=${clinic.subdomain}`,
  )
  expect(await target(`http://localhost:3000/auth/callback/invite?c=${clinic.subdomain}`)).toBe(
    `http://localhost:3000/auth/callback/invite?c=${clinic.subdomain}`,
  )
})

const payloads = [
  'https://evil.example/auth/callback/invite',
  '//evil.example/auth/callback/invite',
  '/\\evil.example/auth/callback/invite',
  'http://carefold.localhost:3000@evil.example/auth/callback/invite',
  'http://evil.example#carefold.localhost:3000/auth/callback/invite',
  'http://carefold.localhost.evil.example:3000/auth/callback/invite',
  'http://evilcarefold.localhost:3000/auth/callback/invite',
  'http://carefold.localhost:3001/auth/callback/invite',
  'https://carefold.localhost:3000/auth/callback/invite',
  'http://no-such-clinic.carefold.localhost:3000/auth/callback/invite',
  'http://carefold.localhost:3000/auth/callback/invite/../../../login',
  'http://carefold.localhost:3000/login',
  'http://carefold.localhost:3000/%2f%2fevil.example',
  'http://carefold.localhost:3000//evil.example',
  'javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'http://2130706433:3000/auth/callback/invite',
  'http://0x7f000001:3000/auth/callback/invite',
  'http://carefold。localhost:3000/auth/callback/invite',
  'http://carefold.localhost:3000\t@evil.example/auth/callback/invite',
  'http://carefold.localhost:3000/\r\nSet-Cookie: a=b',
  'file:///etc/passwd',
  '',
  'nonsense',
]
it.each(payloads)('replaces %j', async (payload) => {
  const page = await target(payload)
  const isOwnHost = [
    own(),
    `http://carefold.localhost:3000/auth/callback/invite?c=${clinic.subdomain}`,
    `http://localhost:3000/auth/callback/invite?c=${clinic.subdomain}`,
    `http://127.0.0.1:3000/auth/callback/invite?c=${clinic.subdomain}`,
  ]
  expect(isOwnHost).toContain(page)
})

it('does not lead to another clinic’s hub', async () => {
  expect(await target(`http://${other.subdomain}.carefold.localhost:3000/auth/callback/invite`)).toBe(own())
})
