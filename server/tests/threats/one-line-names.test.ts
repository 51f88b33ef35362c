// No name breaks a line: of an account, a member, an invitation and its mail (docs/threats.md T33).
import { expect, it } from 'vitest'
import { aClinic } from '#testing/sign-in/people.ts'
import { setUpServer } from './test-server.ts'

const broken = 'Dana\r\nBcc: eve@example.test\u2028Fox'
const whole = 'Dana Bcc: eve@example.test Fox'

const test = await setUpServer()
const clinic = await aClinic(test.db)

const post = async (path: string, body: unknown, options: { token?: string; method?: string } = {}) => {
  const { status, text } = await test.ask(path, { method: 'POST', body, clinic, ...options })
  return { status, body: JSON.parse(text) }
}

it('a new account and a known address show the same name', async () => {
  const data = { full_name: broken, name: broken, first_name: broken, bio: broken }
  const signUp = (email: string) =>
    post('/auth/v1/signup', { email, password: 'a long password, quiet', data })
  for (const email of ['new@example.test', clinic.admin.email]) {
    const { body } = await signUp(email)
    const { full_name, name, first_name, bio } = (body.user ?? body).user_metadata
    expect([email, full_name, name, first_name, bio]).toEqual([email, whole, whole, whole, broken])
  }
})

it('a name that is changed', async () => {
  const token = await test.tokenOf(clinic.admin)
  const { status, body } = await post(
    '/auth/v1/user',
    { data: { full_name: broken } },
    { token, method: 'PUT' },
  )
  expect([status, body.user_metadata?.full_name]).toEqual([200, whole])
})

it('who joins a clinic', async () => {
  const email = 'joining@example.test'
  const input = { name: broken, email, password: 'a long password, quiet', subdomain: clinic.subdomain }
  expect((await post('/functions/v1/clinic-join', input)).status).toBe(200)
  const [user] = await test.db.asOwner<{ name: string }>(
    `select user_metadata ->> 'full_name' as name from auth.users where email = $1`,
    [email],
  )
  expect(user?.name).toBe(whole)
})

it('who is invited, in the record and in the mail', async () => {
  const token = await test.tokenOf(clinic.admin)
  const input = { clinicId: clinic.id, email: 'invited@example.test', name: broken, role: 'staff' }
  expect((await post('/functions/v1/invite-patient', input, { token })).status).toBe(200)
  const [invitation] = await test.db.asOwner<{ name: string }>(
    'select name from public.invitations where email = $1',
    ['invited@example.test'],
  )
  expect(invitation?.name).toBe(whole)
  const [mail] = await test.db.asOwner<{ subject: string; text: string }>(
    'select subject, text_body as text from app.mails where to_address = $1',
    ['invited@example.test'],
  )
  expect(mail?.subject).not.toMatch(/[\r\n]/)
  expect(mail?.text).not.toContain('\nBcc')
})
