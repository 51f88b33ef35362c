import { type Call, post, put } from '../call.ts'
import { type AnyCase, aCase, type Family, refused } from '../case.ts'
import { check, claimsOf, expectAudit } from '../checks.ts'
import { anInstant, aText } from '../match.ts'
import { siteUrl, type World } from '../world.ts'
import { ban } from './setup/admin-case.ts'
import { type WaitingMail, waitingMail } from './setup/waiting-mail.ts'

/** POST /verify by mail (docs/contracts/auth.md 3.2). */

const email = 'somebody@example.test'
const expired = { status: 403, code: 'otp_expired' }
const linkInvalid = 'Email link is invalid or has expired'
const codeInvalid = 'Token has expired or is invalid'

const otherCode = (code: string) => (code === '000000' ? '000001' : '000000')
const codeTypes = ['signup', 'recovery', 'magiclink']
const linkTypes = [...codeTypes, 'invite']

function rowsOf(type: string): AnyCase[] {
  const byLink = (state: WaitingMail): Call => post('/verify', { type, token_hash: state.link })
  const byCode = (state: WaitingMail): Call =>
    post('/verify', { type, email: state.email, token: state.code })
  const arrange = (world: World) => waitingMail(world, type)
  const codes: AnyCase[] = [
    aCase({
      name: `${type}: the code signs in`,
      arrange,
      request: byCode,
      expect: { status: 200, body: { access_token: aText, user: { email_confirmed_at: anInstant } } },
      after: ({ body }) => check(claimsOf(body.access_token).amr[0].method === 'otp', 'amr says otp'),
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
        const state = await waitingMail(world, type)
        world.advanceSeconds(601)
        return state
      },
      request: byCode,
      expect: { ...expired, message: codeInvalid },
    }),
    aCase({
      name: `${type}: the right code after five wrong ones (docs/contracts/auth.md D2)`,
      async arrange(world) {
        const state = await waitingMail(world, type)
        for (let tries = 0; tries < 5; tries += 1)
          await world.send(byCode({ ...state, code: otherCode(state.code) }))
        return state
      },
      request: byCode,
      expect: { ...expired, message: codeInvalid },
    }),
    aCase({
      name: `${type}: a code used twice`,
      async arrange(world) {
        const state = await waitingMail(world, type)
        await world.send(byCode(state))
        return state
      },
      request: byCode,
      expect: expired,
    }),
    aCase({
      name: `${type}: the code used as type email`,
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
      name: `${type}: a link used twice`,
      async arrange(world) {
        const state = await waitingMail(world, type)
        await world.send(byLink(state))
        return state
      },
      request: byLink,
      expect: { ...expired, message: linkInvalid },
    }),
    aCase({
      name: `${type}: an expired link`,
      async arrange(world) {
        const state = await waitingMail(world, type)
        world.advanceSeconds(3 * 86_400 + 1)
        return state
      },
      request: byLink,
      expect: { ...expired, message: linkInvalid },
    }),
    aCase({
      name: `${type}: the link used as another type`,
      arrange,
      request: (state) => post('/verify', { type: 'email_change', token_hash: state.link }),
      expect: { ...expired, message: linkInvalid },
    }),
    aCase({
      name: `${type}: two uses of a link at once, one wins`,
      async arrange(world) {
        const state = await waitingMail(world, type)
        const answers = await Promise.all([world.send(byLink(state)), world.send(byLink(state))])
        check(answers.filter(({ status }) => status === 200).length === 1, 'exactly one signs in')
        return state
      },
      request: byLink,
      expect: expired,
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
      'a malformed e-mail address',
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
      name: 'a banned user, by code',
      async arrange(world) {
        const person = await world.createUser()
        await world.send(post('/otp', { email: person.email }))
        const { code } = await world.lastMessage(person.email)
        await ban(world, person)
        return { email: person.email, code }
      },
      request: (state) => post('/verify', { type: 'email', email: state.email, token: state.code }),
      expect: { status: 403, code: 'user_banned' },
    }),
    aCase({
      name: 'using one link invalidates everything else pending for the user',
      async arrange(world) {
        const person = await world.createUser()
        await world.send(post('/recover', { email: person.email }))
        const { link } = await world.lastMessage(person.email)
        const next = world.newEmail()
        const { accessToken } = await world.signIn(person)
        await world.send(put('/user', { email: next }, { token: accessToken }))
        const { link: changeLink } = await world.lastMessage(next)
        await world.send(post('/verify', { type: 'recovery', token_hash: link }))
        return changeLink
      },
      request: (link) => post('/verify', { type: 'email_change', token_hash: link }),
      expect: expired,
    }),
    aCase({
      name: 'recovering an unconfirmed account removes the password of whoever signed up',
      async arrange(world) {
        const address = world.newEmail()
        await world.send(post('/signup', { email: address, password: 'a quiet long password' }))
        await world.send(post('/recover', { email: address }))
        const { link } = await world.lastMessage(address)
        await world.send(post('/verify', { type: 'recovery', token_hash: link }))
        return address
      },
      request: (address) =>
        post('/token?grant_type=password', { email: address, password: 'a quiet long password' }),
      expect: { status: 400, code: 'invalid_credentials' },
    }),
  ],
}
