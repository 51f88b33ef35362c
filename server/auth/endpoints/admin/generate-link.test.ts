import { beforeAll, describe, expect, it } from 'vitest'
import { expectRefusal, setUpTestAuth, somebody } from '#testing/sign-in/auth.ts'

const test = setUpTestAuth()
let token: string
beforeAll(async () => {
  token = await test.auth.serviceToken()
})

const path = '/admin/generate_link'
const generate = (body: object) => test.send('POST', path, { token, body })
let made = 0
const newEmail = () => `generated-${++made}@example.test`

/** @returns the parameters in the fragment of the redirect */
async function open(link: string): Promise<URLSearchParams> {
  const url = new URL(link)
  const { headers } = await test.send('GET', url.pathname + url.search)
  return new URLSearchParams(new URL(headers.get('location') ?? '').hash.slice(1))
}

it('refuses a type that every object inherits', async () => {
  const body = { type: 'constructor', email: 'a@b.test' }
  await expectRefusal(test, ['POST', path, { token, body }], { status: 400, code: 'validation_failed' })
})

describe('a generated link', () => {
  it('of an earlier change does not finish a later one', async () => {
    const person = await somebody(test)
    const first = { email: person.email, new_email: newEmail() }
    const current = (await generate({ ...first, type: 'email_change_current' })).body
    await generate({ email: person.email, new_email: newEmail(), type: 'email_change_new' })
    expect((await open(current.action_link)).get('error_code')).toBe('otp_expired')
  })

  it('retains an unconfirmed user’s password and merges their metadata', async () => {
    const person = await somebody(test, { confirmed: false })
    const { body } = await generate({
      type: 'signup',
      email: person.email,
      password: 'another long password',
      data: { city: 'Oslo' },
    })
    expect(body).toMatchObject({ id: person.id, user_metadata: { city: 'Oslo', sub: person.id } })
    const proof = { type: 'signup', token_hash: body.hashed_token, password: person.password }
    await test.send('POST', '/verify', { body: proof })
    expect((await test.client().signInWithPassword(person)).error).toBeNull()
  })
})
