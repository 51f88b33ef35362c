import { describe, expect, it } from 'vitest'
import {
  aSignedInUser,
  auditOf,
  isAlive,
  setUpTestAuth,
  signIn,
  siteUrl,
  somebody,
  userRowOf,
} from '#testing/sign-in/auth.ts'
import {
  aProviderPerson,
  begin,
  errorOf,
  locationOf,
  openTestProvider,
  providersOf,
  returnFrom,
  signInWithProvider,
  visit,
} from '#testing/sign-in/openid.ts'
import { aSecondFactor } from '#testing/sign-in/second-step.ts'

const google = await openTestProvider()
const test = setUpTestAuth({ providers: [google.provider] })

describe('an address that the provider has not verified', () => {
  const unverified = (email?: string) =>
    aProviderPerson({ isEmailVerified: false, ...(email ? { email } : {}) })

  it('gets a confirmation mail first, whose link enables this way of signing in', async () => {
    const person = unverified()
    const { target } = await returnFrom(test, google, person)
    expect(errorOf(target)).toEqual({ error: 'access_denied', code: 'provider_email_needs_verification' })
    expect(target.searchParams.get('error_description')).toBe(
      'Unverified email with google. A confirmation email has been sent to your google email',
    )
    expect((await userRowOf(test, person.email))?.email_confirmed_at).toBeNull()

    const { tokenHash, links } = await test.mailTo(person.email)
    expect(new URL(links[0] ?? '').searchParams.get('redirect_to')).toBe(`${siteUrl}/confirm-email`)
    const verified = await test.send('POST', '/verify', { body: { type: 'signup', token_hash: tokenHash } })
    expect(verified.status).toBe(200)
    expect((await signInWithProvider(test, google, person)).body.user.id).toBe(verified.body.user.id)
  })

  it('never signs in to the account that has it: a new user is made without an address', async () => {
    const owner = await aSignedInUser(test)
    const { target } = await returnFrom(test, google, unverified(owner.email))
    expect(errorOf(target).code).toBe('provider_email_needs_verification')
    expect(target.searchParams.get('error_description')).toBe(
      'Unverified email with google. Verify the email with google in order to sign in',
    )
    expect(await providersOf(test, owner.id)).toEqual(['email'])
    const made = await test.db.asOwner<{ email: string | null }>(
      `select u.email from auth.users u join auth.identities i on i.user_id = u.id where i.email = $1 and u.id <> $2`,
      [owner.email, owner.id],
    )
    expect(made).toEqual([{ email: null }])
    expect(await test.mailCount(owner.email)).toBe(0)
  })

  it('signs the owner in once the provider has verified it', async () => {
    const owner = await somebody(test)
    const person = unverified(owner.email)
    await returnFrom(test, google, person)
    const { body } = await signInWithProvider(test, google, { ...person, isEmailVerified: true })
    expect(body.user.id).toBe(owner.id)
  })

  it('gets a confirmation mail at most once a minute', async () => {
    const person = unverified()
    await returnFrom(test, google, person)
    const { target } = await returnFrom(test, google, person)
    expect(errorOf(target).code).toBe('over_email_send_rate_limit')
    test.clock.advance('PT61S')
    expect(errorOf((await returnFrom(test, google, person)).target).code).toBe(
      'provider_email_needs_verification',
    )
    expect(await test.mailCount(person.email)).toBe(2)
  })
})

describe('an unconfirmed account may be a trap set by a stranger (docs/threats.md T31)', () => {
  async function aTrap() {
    const trap = await somebody(test, { confirmed: false, changes: 'may_sign_in_unconfirmed = true' })
    const session = await signIn(test, trap)
    await test.db.asOwner(`update auth.users set user_metadata = '{"full_name":"Trapper"}' where id = $1`, [
      trap.id,
    ])
    await aSecondFactor(test.db, { userId: trap.id })
    return session
  }

  const factorsOf = (userId: string) =>
    test.db.asOwner('select from auth.mfa_factors where user_id = $1', [userId])

  it('a verified Google sign-in takes it over: password, other identities, factors and sessions end', async () => {
    const trap = await aTrap()
    const { body } = await signInWithProvider(test, google, aProviderPerson({ email: trap.email }))
    expect(body.user).toMatchObject({
      id: trap.id,
      email_confirmed_at: expect.any(String),
      app_metadata: { provider: 'google', providers: ['google'] },
      identities: [{ provider: 'google' }],
    })
    expect(body.user.user_metadata.full_name).toBe('Rosa Lind')
    expect(await factorsOf(trap.id)).toEqual([])
    expect(await isAlive(test, trap)).toBe(false)
    const retry = await test.send('POST', '/token?grant_type=password', { body: trap })
    expect(retry.body.error_code).toBe('invalid_credentials')
  })

  it('an unverified Google identity does not survive a confirmation by the mailbox', async () => {
    const trapper = aProviderPerson({ isEmailVerified: false })
    await returnFrom(test, google, trapper)
    await test.send('POST', '/recover', { body: { email: trapper.email } })
    const { tokenHash } = await test.mailTo(trapper.email)
    const { body } = await test.send('POST', '/verify', { body: { type: 'recovery', token_hash: tokenHash } })
    expect(await providersOf(test, body.user.id)).toEqual(['email'])
    const { target } = await returnFrom(test, google, trapper)
    expect(errorOf(target).code).toBe('provider_email_needs_verification')
  })
})

describe('an invitation accepted with a provider', () => {
  async function invite(email: string) {
    const body = { email, data: { full_name: 'Rosa as invited' } }
    await test.send('POST', '/invite', { token: await test.auth.serviceToken(), body })
    return (await test.mailTo(email)).tokenHash
  }

  it('confirms the invited user and is used up', async () => {
    const person = aProviderPerson({ isEmailVerified: false })
    const invite_token = await invite(person.email)
    const { body } = await signInWithProvider(test, google, person, { invite_token })
    expect(body.user).toMatchObject({
      email: person.email,
      email_confirmed_at: expect.any(String),
      app_metadata: { provider: 'google', providers: ['google'] },
      user_metadata: { full_name: person.name, name: person.name, email: person.email },
    })
    expect(await auditOf(test, body.user.id)).toContain('auth.invite_accepted')
    const again = await test.send('POST', '/verify', { body: { type: 'invite', token_hash: invite_token } })
    expect(again.body.error_code).toBe('otp_expired')
  })

  it('is refused for another address, and can still be used', async () => {
    const invited = aProviderPerson()
    const invite_token = await invite(invited.email)
    const { target } = await returnFrom(test, google, aProviderPerson(), { invite_token })
    expect(errorOf(target)).toEqual({ error: 'invalid_request', code: 'validation_failed' })
    expect(target.searchParams.get('error_description')).toBe(
      'Invited email does not match emails from external provider',
    )
    expect((await signInWithProvider(test, google, invited, { invite_token })).status).toBe(200)
  })

  it('is refused when it was used while the person was at the provider', async () => {
    const person = aProviderPerson()
    const invite_token = await invite(person.email)
    const { location } = await begin(test, { invite_token })
    await test.send('POST', '/verify', { body: { type: 'invite', token_hash: invite_token } })
    const target = locationOf(await visit(test, await google.approve(location.href, person)))
    expect(errorOf(target).code).toBe('user_not_found')
  })
})
