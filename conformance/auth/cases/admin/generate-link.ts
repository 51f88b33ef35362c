import { type Call, get, post } from '#conformance/auth/call.ts'
import type { AnyCase, Expected, Family } from '#conformance/auth/case.ts'
import { check, expectAudit } from '#conformance/auth/checks.ts'
import { absent, anInstant, aText, aUuid } from '#conformance/auth/match.ts'
import { type SignedIn, siteUrl, type World } from '#conformance/auth/world.ts'
import { adminCase } from '../setup/admin-case.ts'

/** POST /admin/generate_link (docs/contracts/auth.md 3.7). */

const password = 'a quiet long password'
const generate = (body: object): Call => post('/admin/generate_link', body)
const invalid = { status: 400, code: 'validation_failed' }
const unknown = { status: 404, code: 'user_not_found', message: 'User with this email not found' }
const taken = { status: 422, code: 'email_exists' }
const nobody = 'nobody@example.test'

const known = 'somebody-known@example.test'
async function besidesKnown(world: World): Promise<SignedIn> {
  const body = { email: known, email_confirm: true }
  await world.send({ ...post('/admin/users', body), token: await world.adminToken() })
  return world.createSignedInUser()
}

const refusals: AnyCase[] = [
  adminCase('a type that has no link', generate({ type: 'sms', email: nobody }), invalid, {
    bothShapes: true,
  }),
  adminCase('no type', generate({ email: nobody }), invalid),
  adminCase('no address', generate({ type: 'magiclink' }), invalid, { bothShapes: true }),
  adminCase('a bad address', generate({ type: 'signup', email: 'xx:;x@x.x', password }), {
    ...invalid,
    message: 'Unable to validate email address: invalid format',
  }),
  adminCase('a sign-up without a password', generate({ type: 'signup', email: nobody }), {
    ...invalid,
    message: 'Signup requires a valid password',
  }),
  adminCase(
    'a sign-up with a password over 72 bytes',
    generate({ type: 'signup', email: nobody, password: 'x'.repeat(73) }),
    invalid,
  ),
  adminCase(
    'a sign-up with a weak password',
    generate({ type: 'signup', email: nobody, password: 'five5' }),
    { status: 422, code: 'weak_password', body: { weak_password: { reasons: ['length'] } } },
    { bothShapes: true },
  ),
  adminCase('metadata that is no object', generate({ type: 'invite', email: nobody, data: 'x' }), {
    status: 400,
    code: 'bad_json',
  }),
  adminCase('recovery of an unknown address', generate({ type: 'recovery', email: nobody }), unknown, {
    bothShapes: true,
  }),
  ...(['email_change_current', 'email_change_new'] as const).flatMap((type) => [
    adminCase(
      `${type} of an unknown address`,
      (_state, world) => generate({ type, email: nobody, new_email: world.newEmail() }),
      unknown,
    ),
    adminCase(`${type} without a new address`, ({ email }) => generate({ type, email }), invalid),
    adminCase(
      `${type} to an address that someone else has`,
      ({ email }) => generate({ type, email, new_email: known }),
      taken,
      { arrange: besidesKnown },
    ),
  ]),
  ...(['signup', 'invite'] as const).map((type) =>
    adminCase(`${type} of a confirmed user`, ({ email }) => generate({ type, email, password }), taken, {
      bothShapes: true,
    }),
  ),
  adminCase(
    'the current address where only the new one confirms',
    ({ email }, world) => generate({ type: 'email_change_current', email, new_email: world.newEmail() }),
    invalid,
    { settings: { secureEmailChange: false } },
  ),
]

const properties = (type: string) => ({
  action_link: new RegExp(`/verify\\?.*type=${type}`),
  email_otp: /^\d{6}$/,
  hashed_token: aText,
})

function link(
  name: string,
  body: (state: SignedIn, world: World) => object,
  expected: Expected['body'],
  more: Partial<AnyCase> = {},
): AnyCase {
  return adminCase(
    name,
    (state, world) => generate(body(state, world)),
    { status: 200, body: expected },
    {
      after: async ({ body: made }, _state, world) => {
        check((await world.messageCount(made.email)) === 0, 'nothing is mailed')
      },
      ...more,
    },
  )
}

async function opened(world: World, actionLink: string): Promise<URLSearchParams> {
  const url = new URL(actionLink)
  const { status, headers } = await world.send(get(url.pathname.replace('/auth/v1', '') + url.search))
  check(status === 303, 'the link redirects')
  return new URLSearchParams(new URL(headers.get('location') ?? '').hash.slice(1))
}

async function signsInOnce(world: World, actionLink: string): Promise<void> {
  check((await opened(world, actionLink)).has('access_token'), 'the link signs in')
  check((await opened(world, actionLink)).get('error_code') === 'otp_expired', 'the link works only once')
}

const data = { status: 'alpha' }
const isData = (value: unknown) => JSON.stringify(value) === JSON.stringify(data)

const links: AnyCase[] = [
  link(
    'signup: a new user, with the metadata as given',
    (_state, world) => ({ type: 'signup', email: world.newEmail(), password, data }),
    {
      id: aUuid,
      email: aText,
      email_confirmed_at: absent,
      confirmation_sent_at: anInstant,
      user_metadata: isData,
      verification_type: 'signup',
      ...properties('signup'),
    },
  ),
  link(
    'signup: the link confirms and signs in, once',
    (_state, world) => ({ type: 'signup', email: world.newEmail(), password }),
    { verification_type: 'signup' },
    { after: ({ body }, _state, world) => signsInOnce(world, body.action_link) },
  ),
  link(
    'signup: the hash and the code work with POST /verify',
    (_state, world) => ({ type: 'signup', email: world.newEmail(), password }),
    { verification_type: 'signup' },
    {
      async after({ body: { email, email_otp: token, hashed_token } }, _state, world) {
        const byHash = await world.send(post('/verify', { type: 'signup', token_hash: hashed_token }))
        check(byHash.status === 200 && byHash.body.user.email === email, 'the hash signs in')
        const used = await world.send(post('/verify', { type: 'signup', email, token }))
        check(used.status === 403, 'the code is used up too')
      },
    },
  ),
  link(
    'signup: of an unconfirmed user keeps the password and merges the metadata',
    ({ email }) => ({ type: 'signup', email, password: 'another quiet password', data }),
    { id: aUuid, user_metadata: data, verification_type: 'signup' },
    {
      arrange: (world: World) => world.createUser({ confirmed: false }),
      async after({ body }, state: SignedIn, world) {
        check(body.id === state.id, 'it is the same user')
        await signsInOnce(world, body.action_link)
        await world.signIn(state)
      },
    },
  ),
  link(
    'invite: a new user',
    (_state, world) => ({ type: 'invite', email: world.newEmail(), data }),
    { invited_at: anInstant, user_metadata: isData, verification_type: 'invite', ...properties('invite') },
    {
      async after({ body }, _state, world) {
        check((await world.messageCount(body.email)) === 0, 'nothing is mailed')
        await expectAudit(world, body.id, ['user_invited'])
        await signsInOnce(world, body.action_link)
      },
    },
  ),
  ...(['magiclink', 'recovery'] as const).map((type) =>
    link(
      `${type}: of an existing user`,
      ({ email }) => ({ type, email }),
      { recovery_sent_at: anInstant, verification_type: type, ...properties(type) },
      {
        async after({ body }, { id, email }: SignedIn, world) {
          check((await world.messageCount(email)) === 0, 'nothing is mailed')
          await expectAudit(world, id, ['user_recovery_requested'])
          await signsInOnce(world, body.action_link)
        },
      },
    ),
  ),
  link(
    'magiclink: of an unknown address becomes a sign-up',
    (_state, world) => ({ type: 'magiclink', email: world.newEmail() }),
    { verification_type: 'signup', ...properties('signup') },
    { after: ({ body }, _state, world) => signsInOnce(world, body.action_link) },
  ),
  link(
    'email_change: both links together change the address',
    ({ email }, world) => ({ type: 'email_change_current', email, new_email: world.newEmail() }),
    {
      new_email: aText,
      email_change_sent_at: anInstant,
      verification_type: 'email_change_current',
      ...properties('email_change'),
    },
    {
      async after({ body: current }, state: SignedIn, world) {
        const wish = { type: 'email_change_new', email: state.email, new_email: current.new_email }
        const { body: next } = await world.send({ ...generate(wish), token: await world.adminToken() })
        check((await opened(world, current.action_link)).has('message'), 'one link does not apply it')
        check((await opened(world, next.action_link)).has('access_token'), 'both links apply it')
        check(
          (await world.send(get('/user', { token: state.accessToken }))).body.email === current.new_email,
          'the address has changed',
        )
      },
    },
  ),
  link(
    'email_change: the new address alone where that is enough',
    ({ email }, world) => ({ type: 'email_change_new', email, new_email: world.newEmail() }),
    { new_email: aText, verification_type: 'email_change_new', ...properties('email_change') },
    {
      settings: { secureEmailChange: false },
      async after({ body }, state: SignedIn, world) {
        check((await opened(world, body.action_link)).has('access_token'), 'the link signs in')
        const { email } = (await world.send(get('/user', { token: state.accessToken }))).body
        check(email === body.new_email, 'the address has changed')
      },
    },
  ),
  link(
    'an allowed redirect is in the link',
    ({ email }) => ({ type: 'recovery', email, redirect_to: `${siteUrl}/welcome` }),
    {
      redirect_to: `${siteUrl}/welcome`,
      action_link: (value: unknown) =>
        new URL(String(value)).searchParams.get('redirect_to') === `${siteUrl}/welcome`,
    },
  ),
  link(
    'any other redirect is replaced by the site',
    ({ email }) => ({ type: 'recovery', email, redirect_to: 'https://evil.example/' }),
    { redirect_to: (value: unknown) => String(value).startsWith(siteUrl) },
  ),
]

export const generateLink: Family = { name: 'generate-link', cases: [...refusals, ...links] }
