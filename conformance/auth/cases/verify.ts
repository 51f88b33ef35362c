import { type AnyCase, aCase, type Call, type Family, get, post, put, refused } from '../case.ts'
import { anInstant, aText } from '../match.ts'
import { siteUrl, type World } from '../world.ts'
import { claimsOf, expectAudit, need } from './common.ts'

/** POST and GET /verify by mail (docs/contracts/auth.md 3.2). */

const email = 'somebody@example.test'
const expired = { status: 403, code: 'otp_expired' }
const linkInvalid = 'Email link is invalid or has expired'
const codeInvalid = 'Token has expired or is invalid'

interface Waiting {
  email: string
  link: string
  code: string
}

/** Somebody for whom a mail of a type waits. */
async function waitingFor(world: World, type: string): Promise<Waiting> {
  const known = type === 'recovery' || type === 'magiclink' ? await world.somebody() : null
  const address = known?.email ?? world.newEmail()
  if (type === 'signup')
    await world.send(post('/signup', { email: address, password: 'a quiet long password' }))
  if (type === 'invite')
    await world.send(post('/invite', { email: address }, { token: await world.adminToken() }))
  if (type === 'recovery') await world.send(post('/recover', { email: address }))
  if (type === 'magiclink') await world.send(post('/otp', { email: address }))
  const { link, code } = await world.message(address)
  return { email: address, link, code }
}

/** Somebody who wants another address; a link and a code wait in both mailboxes. */
async function changing(world: World): Promise<{ id: string; current: Waiting; next: Waiting }> {
  const person = await world.signedIn()
  const address = world.newEmail()
  await world.send(put('/user', { email: address }, { token: person.accessToken }))
  const [atCurrent, atNext] = [await world.message(person.email), await world.message(address)]
  return {
    id: person.id,
    current: { ...atCurrent, email: person.email },
    next: { ...atNext, email: address },
  }
}

const otherCode = (code: string) => (code === '000000' ? '000001' : '000000')
const codeTypes = ['signup', 'recovery', 'magiclink']
const linkTypes = [...codeTypes, 'invite']

function rowsOf(type: string): AnyCase[] {
  const byLink = (state: Waiting): Call => post('/verify', { type, token_hash: state.link })
  const byCode = (state: Waiting): Call => post('/verify', { type, email: state.email, token: state.code })
  const arrange = (world: World) => waitingFor(world, type)
  const codes: AnyCase[] = [
    aCase({
      name: `${type}: the code signs in`,
      arrange,
      request: byCode,
      expect: { status: 200, body: { access_token: aText, user: { email_confirmed_at: anInstant } } },
      after: ({ body }) => need(claimsOf(body.access_token).amr[0].method === 'otp', 'amr says otp'),
    }),
    aCase({
      name: `${type}: the address in capitals`,
      arrange,
      request: (state) => byCode({ ...state, email: state.email.toUpperCase() }),
      expect: { status: 200 },
    }),
    aCase({
      name: `${type}: a wrong code`,
      arrange,
      request: (state) => byCode({ ...state, code: otherCode(state.code) }),
      expect: { ...expired, message: codeInvalid },
    }),
    aCase({
      name: `${type}: the code after ten minutes (docs/contracts/auth.md D1)`,
      async arrange(world) {
        const state = await waitingFor(world, type)
        world.passSeconds(601)
        return state
      },
      request: byCode,
      expect: { ...expired, message: codeInvalid },
    }),
    aCase({
      name: `${type}: the right code after five wrong ones (docs/contracts/auth.md D2)`,
      async arrange(world) {
        const state = await waitingFor(world, type)
        for (let tries = 0; tries < 5; tries += 1)
          await world.send(byCode({ ...state, code: otherCode(state.code) }))
        return state
      },
      request: byCode,
      expect: { ...expired, message: codeInvalid },
    }),
    aCase({
      name: `${type}: a code a second time`,
      async arrange(world) {
        const state = await waitingFor(world, type)
        await world.send(byCode(state))
        return state
      },
      request: byCode,
      expect: expired,
    }),
    aCase({
      name: `${type}: the code as type email`,
      arrange,
      request: (state) => post('/verify', { type: 'email', email: state.email, token: state.code }),
      expect: { status: 200, body: { access_token: aText } },
    }),
  ]
  const links: AnyCase[] = [
    aCase({
      name: `${type}: the link signs in`,
      arrange,
      request: byLink,
      expect: { status: 200, body: { access_token: aText, user: { email_confirmed_at: anInstant } } },
      async after({ body }, _state, world) {
        await expectAudit(world, body.user.id, [
          type === 'recovery' || type === 'magiclink' ? 'login' : 'user_signedup',
        ])
      },
    }),
    aCase({
      name: `${type}: the link a second time`,
      async arrange(world) {
        const state = await waitingFor(world, type)
        await world.send(byLink(state))
        return state
      },
      request: byLink,
      expect: { ...expired, message: linkInvalid },
    }),
    aCase({
      name: `${type}: the link after its life`,
      async arrange(world) {
        const state = await waitingFor(world, type)
        world.passSeconds(3 * 86_400 + 1)
        return state
      },
      request: byLink,
      expect: { ...expired, message: linkInvalid },
    }),
    aCase({
      name: `${type}: the link as another type`,
      arrange,
      request: (state) => post('/verify', { type: 'email_change', token_hash: state.link }),
      expect: { ...expired, message: linkInvalid },
    }),
    aCase({
      name: `${type}: two uses of a link at once, one wins`,
      async arrange(world) {
        const state = await waitingFor(world, type)
        const answers = await Promise.all([world.send(byLink(state)), world.send(byLink(state))])
        need(answers.filter(({ status }) => status === 200).length === 1, 'exactly one signs in')
        return state
      },
      request: byLink,
      expect: expired,
    }),
    aCase({
      name: `GET ${type}: leads on with a session in the fragment`,
      arrange,
      request: (state) => get(`/verify?token=${state.link}&type=${type}&redirect_to=${siteUrl}/welcome`),
      expect: {
        status: 303,
        headers: {
          location: new RegExp(
            `^${siteUrl}/welcome#access_token=.+&expires_at=\\d+&expires_in=3600&refresh_token=.+&token_type=bearer&type=${type}$`,
          ),
        },
      },
    }),
    aCase({
      name: `GET ${type}: a used link leads on with the error`,
      async arrange(world) {
        const state = await waitingFor(world, type)
        await world.send(byLink(state))
        return state
      },
      request: (state) => get(`/verify?token=${state.link}&type=${type}`),
      expect: {
        status: 303,
        headers: {
          location:
            /#error=access_denied&error_code=otp_expired&error_description=Email\+link\+is\+invalid\+or\+has\+expired&sb=$/,
        },
      },
    }),
  ]
  return codeTypes.includes(type) ? [...codes, ...links] : links
}

export const verify: Family = {
  name: 'verify',
  cases: [
    refused('no type', post('/verify', { token_hash: 'x' }), 400, 'validation_failed', { bothShapes: true }),
    refused('an unknown type', post('/verify', { type: 'magic', token_hash: 'x' }), 400, 'validation_failed'),
    refused(
      'neither token nor token_hash',
      post('/verify', { type: 'signup', email }),
      400,
      'validation_failed',
      { bothShapes: true },
    ),
    refused(
      'both token and token_hash',
      post('/verify', { type: 'signup', token: '1', token_hash: 'x' }),
      400,
      'validation_failed',
    ),
    refused(
      'token_hash with an address',
      post('/verify', { type: 'signup', token_hash: 'x', email }),
      400,
      'validation_failed',
      { message: 'Only the token_hash and type should be provided' },
    ),
    refused(
      'token_hash with a number',
      post('/verify', { type: 'signup', token_hash: 'x', phone: '15551234567' }),
      400,
      'validation_failed',
    ),
    refused(
      'token_hash with redirect_to',
      post('/verify', { type: 'signup', token_hash: 'x', redirect_to: siteUrl }),
      400,
      'validation_failed',
    ),
    refused(
      'token without an address',
      post('/verify', { type: 'signup', token: '123456' }),
      400,
      'validation_failed',
    ),
    refused(
      'no e-mail address',
      post('/verify', { type: 'signup', token: '123456', email: 'nope' }),
      422,
      'validation_failed',
      { bothShapes: true },
    ),
    refused(
      'an unknown address',
      post('/verify', { type: 'signup', token: '123456', email: 'nobody@example.test' }),
      403,
      'otp_expired',
      { message: codeInvalid, bothShapes: true },
    ),
    refused(
      'an unknown token_hash',
      post('/verify', { type: 'signup', token_hash: 'a'.repeat(48) }),
      403,
      'otp_expired',
      { message: linkInvalid, bothShapes: true },
    ),
    ...linkTypes.flatMap(rowsOf),
    aCase({
      name: 'a banned person, by code',
      async arrange(world) {
        const person = await world.somebody()
        await world.send(post('/otp', { email: person.email }))
        const { code } = await world.message(person.email)
        await world.send(
          put(`/admin/users/${person.id}`, { ban_duration: '1h' }, { token: await world.adminToken() }),
        )
        return { email: person.email, code }
      },
      request: (state) => post('/verify', { type: 'email', email: state.email, token: state.code }),
      expect: { status: 403, code: 'user_banned' },
    }),
    aCase({
      name: 'using one ends everything else that waits for the person',
      async arrange(world) {
        const person = await world.somebody()
        await world.send(post('/recover', { email: person.email }))
        const { link } = await world.message(person.email)
        const next = world.newEmail()
        const { accessToken } = await world.signIn(person)
        await world.send(put('/user', { email: next }, { token: accessToken }))
        const { link: changeLink } = await world.message(next)
        await world.send(post('/verify', { type: 'recovery', token_hash: link }))
        return changeLink
      },
      request: (link) => post('/verify', { type: 'email_change', token_hash: link }),
      expect: expired,
    }),
    aCase({
      name: 'a recovery of an unconfirmed account ends the password of whoever made it',
      async arrange(world) {
        const address = world.newEmail()
        await world.send(post('/signup', { email: address, password: 'a quiet long password' }))
        await world.send(post('/recover', { email: address }))
        const { link } = await world.message(address)
        await world.send(post('/verify', { type: 'recovery', token_hash: link }))
        return address
      },
      request: (address) =>
        post('/token?grant_type=password', { email: address, password: 'a quiet long password' }),
      expect: { status: 400, code: 'invalid_credentials' },
    }),

    aCase({
      name: 'email_change: the first half asks for the other',
      arrange: changing,
      request: ({ next }) => post('/verify', { type: 'email_change', email: next.email, token: next.code }),
      expect: { status: 200, body: { msg: /^Confirmation link accepted\. Please proceed/, code: '200' } },
    }),
    ...(['next', 'current'] as const).map((first) =>
      aCase({
        name: `email_change: both halves, ${first} first, apply it`,
        async arrange(world) {
          const state = await changing(world)
          await world.send(
            post('/verify', { type: 'email_change', email: state[first].email, token: state[first].code }),
          )
          return { ...state, second: first === 'next' ? state.current : state.next }
        },
        request: ({ second }) =>
          post('/verify', { type: 'email_change', email: second.email, token: second.code }),
        expect: { status: 200, body: { access_token: aText } },
        async after({ body }, state, world) {
          need(
            body.user.email === state.next.email && body.user.id === state.id,
            'the address is the new one',
          )
          need(body.user.identities[0].identity_data.email === state.next.email, 'the identity follows')
          need(body.user.new_email === undefined, 'nothing waits any more')
          await expectAudit(world, state.id, ['user_modified'])
        },
      }),
    ),
    aCase({
      name: 'email_change: the same half twice does not apply it',
      async arrange(world) {
        const state = await changing(world)
        await world.send(post('/verify', { type: 'email_change', token_hash: state.next.link }))
        return state
      },
      request: ({ next }) => post('/verify', { type: 'email_change', token_hash: next.link }),
      expect: expired,
    }),
    aCase({
      name: 'email_change: one half is enough where both are not asked',
      settings: { secureEmailChange: false },
      arrange: async (world) => {
        const person = await world.signedIn()
        const address = world.newEmail()
        await world.send(put('/user', { email: address }, { token: person.accessToken }))
        return { ...(await world.message(address)), email: address }
      },
      request: ({ email: address, code }) =>
        post('/verify', { type: 'email_change', email: address, token: code }),
      expect: { status: 200, body: { user: { email: aText } } },
    }),
    aCase({
      name: 'email_change: somebody took the address meanwhile',
      settings: { secureEmailChange: false },
      arrange: async (world) => {
        const person = await world.signedIn()
        const address = world.newEmail()
        await world.send(put('/user', { email: address }, { token: person.accessToken }))
        const { link } = await world.message(address)
        await world.somebody({ email: address })
        return link
      },
      request: (link) => post('/verify', { type: 'email_change', token_hash: link }),
      expect: { status: 422, code: 'email_exists' },
    }),
    aCase({
      name: 'GET email_change: the first half leads on with a message',
      arrange: changing,
      request: ({ next }) => get(`/verify?token=${next.link}&type=email_change`),
      expect: { status: 303, headers: { location: /#message=Confirmation\+link\+accepted/ } },
    }),

    refused('GET without a token', get('/verify?type=signup'), 400, 'validation_failed', {
      bothShapes: true,
    }),
    refused('GET without a type', get('/verify?token=abc'), 400, 'validation_failed', { bothShapes: true }),
    aCase({
      name: 'GET with an unknown token',
      request: get('/verify?token=abc&type=signup'),
      expect: {
        status: 303,
        headers: {
          location: /#error=access_denied&error_code=otp_expired/,
          'referrer-policy': 'no-referrer',
        },
      },
    }),
    aCase({
      name: 'GET with a type for text messages',
      request: get('/verify?token=abc&type=sms'),
      expect: { status: 303, headers: { location: /#error=invalid_request&error_code=validation_failed/ } },
    }),
    aCase({
      name: 'GET with a PKCE token: the error also in the query',
      request: get('/verify?token=pkce_abc&type=signup'),
      expect: {
        status: 303,
        headers: { location: /\?error=access_denied&error_code=otp_expired.*#error=access_denied/ },
      },
    }),
    aCase({
      name: 'GET, a banned person',
      async arrange(world) {
        const person = await world.somebody()
        await world.send(post('/recover', { email: person.email }))
        const { link } = await world.message(person.email)
        await world.send(
          put(`/admin/users/${person.id}`, { ban_duration: '1h' }, { token: await world.adminToken() }),
        )
        return link
      },
      request: (link) => get(`/verify?token=${link}&type=recovery`),
      expect: { status: 303, headers: { location: /error_code=user_banned/ } },
    }),
  ],
}

/** Where a link may lead in the end (docs/contracts/auth.md 1.6). */
function leadsTo(
  name: string,
  target: string,
  end: string,
  how: 'query' | 'header' | 'referer' = 'query',
): AnyCase {
  const headers: Record<string, string> =
    how === 'header' ? { redirect_to: target } : how === 'referer' ? { referer: target } : {}
  const query = how === 'query' ? `&redirect_to=${encodeURIComponent(target)}` : ''
  return {
    name,
    request: get(`/verify?token=abc&type=signup${query}`, { headers }),
    expect: { status: 303, headers: { location: new RegExp(`^${end.replace(/[.?*/]/g, '\\$&')}#error`) } },
  }
}

export const redirects: Family = {
  name: 'redirects',
  cases: [
    leadsTo('a page of the site', `${siteUrl}/any/page`, `${siteUrl}/any/page`),
    leadsTo('a page of localhost on another port', 'http://localhost:3000/cb', 'http://localhost:3000/cb'),
    leadsTo('a loopback address', 'http://127.0.0.1:4000/cb', 'http://127.0.0.1:4000/cb'),
    leadsTo('by header', `${siteUrl}/by-header`, `${siteUrl}/by-header`, 'header'),
    leadsTo('by Referer', `${siteUrl}/by-referer`, `${siteUrl}/by-referer`, 'referer'),
    leadsTo(
      'an allowed glob',
      'https://sunrise.clinic.example/welcome',
      'https://sunrise.clinic.example/welcome',
    ),
    leadsTo('an allowed scheme of an app', 'carefold-app://open/me', 'carefold-app://open/me'),
    leadsTo('a glob does not cross a dot', 'https://a.b.clinic.example/welcome', `${siteUrl}/`),
    leadsTo('a glob does not cover other pages', 'https://sunrise.clinic.example/other', `${siteUrl}/`),
    ...[
      'https://evil.example/welcome',
      'https://localhost:9999/',
      'http://localhost@evil.example/',
      'http://localhost:9999@evil.example/',
      'http://localhost\\@evil.example/',
      '//evil.example/',
      'javascript:alert(1)',
      'http://2130706433/',
      'http://8.8.8.8/',
      'http://[2001:db8::1]/',
      'https://evil.example/.clinic.example/welcome',
      'http://localhost.evil.example/',
      'not an address',
    ].map((target) => leadsTo(`never ${target}`, target, `${siteUrl}/`)),
  ],
}
