import { type Call, post } from '../call.ts'
import { type AnyCase, aCase, type Family, refused } from '../case.ts'
import { check, expectAudit } from '../checks.ts'
import { noFields } from '../match.ts'
import type { World } from '../world.ts'

/** /otp, /magiclink, /recover, /resend and /invite (docs/contracts/auth.md 3.1). */

const email = 'somebody@example.test'
const challenge = 'c'.repeat(43)
const tooSoon = {
  status: 429,
  code: 'over_email_send_rate_limit',
  message: /^For security purposes, you can only request this after \d+ seconds\.$/,
}

function shared(path: string, fields: object, status = 400): AnyCase[] {
  const to = (address: string, more: object = {}): Call => post(path, { ...fields, email: address, ...more })
  return [
    refused(
      `${path}: e-mail provider off`,
      to(email),
      path === '/magiclink' || path === '/otp' ? 422 : 400,
      'email_provider_disabled',
      {
        settings: { emailProvider: false },
        bothShapes: true,
      },
    ),
    refused(`${path}: a malformed e-mail address`, to('nope'), 400, 'validation_failed', {
      message: /^Unable to validate email address: /,
    }),
    refused(`${path}: an empty address`, to(''), status, 'validation_failed'),
    refused(
      `${path}: an address that is too long`,
      to(`${'x'.repeat(250)}@example.test`),
      400,
      'validation_failed',
    ),
    refused(
      `${path}: half of a PKCE pair`,
      to(email, { code_challenge: challenge }),
      400,
      'validation_failed',
    ),
    refused(
      `${path}: a malformed challenge`,
      to(email, { code_challenge: 'short', code_challenge_method: 's256' }),
      400,
      'validation_failed',
    ),
    aCase({
      name: `${path}: an unknown address gets the same answer`,
      request: (_state, world) => to(world.newEmail(), path === '/otp' ? { create_user: false } : {}),
      expect: { status: 200, body: noFields },
    }),
    aCase({
      name: `${path}: a known address within 60 s`,
      async arrange(world) {
        const person = await world.createUser()
        await world.send(to(person.email))
        return person
      },
      request: (person) => to(person.email),
      expect: tooSoon,
      bothShapes: true,
    }),
    aCase({
      name: `${path}: an unknown address within 60 s is limited like a known one (docs/contracts/auth.md D6)`,
      async arrange(world) {
        const address = world.newEmail()
        await world.send(to(address, path === '/otp' ? { create_user: false } : {}))
        return address
      },
      request: (address) => to(address),
      expect: tooSoon,
    }),
    aCase({
      name: `${path}: after 60 s another request is accepted`,
      async arrange(world) {
        const person = await world.createUser()
        await world.send(to(person.email))
        world.advanceSeconds(61)
        return person
      },
      request: (person) => to(person.email),
      expect: { status: 200, body: noFields },
    }),
    aCase({
      name: `${path}: the hourly mail limit is used up`,
      settings: { mailsPerHour: 1 },
      arrange: (world) => world.send(to(world.newEmail())),
      request: (_state, world) => to(world.newEmail()),
      expect: { status: 429, code: 'over_email_send_rate_limit', message: 'email rate limit exceeded' },
    }),
  ]
}

function signsIn(path: string, type: string, action: string): AnyCase[] {
  const verified = async (world: World, body: object) => {
    const { status, body: answer } = await world.send(post('/verify', body))
    check(status === 200 && Boolean(answer.access_token), 'the user can sign in')
  }
  return [
    aCase({
      name: `${path}: a known address gets a code that signs in`,
      arrange: (world) => world.createUser(),
      request: (person) => post(path, { email: person.email }),
      expect: { status: 200, body: noFields },
      async after(_answer, person, world) {
        const mail = await world.lastMessage(person.email)
        check(mail.type === type, `the link is of type ${type}`)
        await verified(world, { type, email: person.email, token: mail.code })
        await expectAudit(world, person.id, [action, 'login'])
      },
    }),
    aCase({
      name: `${path}: a known address gets a link that signs in`,
      arrange: (world) => world.createUser(),
      request: (person) => post(path, { email: person.email.toUpperCase() }),
      expect: { status: 200, body: noFields },
      async after(_answer, person, world) {
        await verified(world, { type, token_hash: (await world.lastMessage(person.email)).link })
      },
    }),
    aCase({
      name: `${path}: a new mail ends the old one's link`,
      async arrange(world) {
        const person = await world.createUser()
        await world.send(post(path, { email: person.email }))
        const { link } = await world.lastMessage(person.email)
        world.advanceSeconds(61)
        await world.send(post(path, { email: person.email }))
        return link
      },
      request: (link) => post('/verify', { type, token_hash: link }),
      expect: { status: 403, code: 'otp_expired', message: 'Email link is invalid or has expired' },
    }),
  ]
}

export const mailFlows: Family = {
  name: 'mail-flows',
  cases: [
    ...shared('/otp', {}),
    ...shared('/magiclink', {}, 422),
    ...shared('/recover', {}),
    ...shared('/resend', { type: 'signup' }),
    ...signsIn('/otp', 'magiclink', 'user_recovery_requested'),
    ...signsIn('/magiclink', 'magiclink', 'user_recovery_requested'),
    ...signsIn('/recover', 'recovery', 'user_recovery_requested'),
    refused('/otp: both addresses', post('/otp', { email, phone: '15551234567' }), 400, 'validation_failed', {
      bothShapes: true,
    }),
    refused(
      '/otp: an address with a channel',
      post('/otp', { email, channel: 'sms' }),
      400,
      'validation_failed',
    ),
    refused('/otp: neither address', post('/otp', {}), 400, 'validation_failed'),
    aCase({
      name: '/otp: create_user false and an unknown address: no mail (docs/contracts/auth.md D6)',
      arrange: async (world) => world.newEmail(),
      request: (address) => post('/otp', { email: address, create_user: false }),
      expect: { status: 200, body: noFields },
      async after(_answer, address, world) {
        check((await world.messageCount(address)) === 0, 'nothing is mailed')
      },
    }),
    aCase({
      name: '/otp: sign-up off and an unknown address: no mail, the same answer',
      settings: { signUp: false },
      arrange: async (world) => world.newEmail(),
      request: (address) => post('/otp', { email: address }),
      expect: { status: 200, body: noFields },
      async after(_answer, address, world) {
        check((await world.messageCount(address)) === 0, 'nothing is mailed')
      },
    }),
    aCase({
      name: '/otp: an unknown address signs up, and the code of its confirmation signs in',
      arrange: async (world) => world.newEmail(),
      request: (address) => post('/otp', { email: address, data: { color: 'green' } }),
      expect: { status: 200, body: noFields },
      async after(_answer, address, world) {
        const { code } = await world.lastMessage(address)
        const { status, body } = await world.send(
          post('/verify', { type: 'email', email: address, token: code }),
        )
        check(status === 200 && body.user.user_metadata.color === 'green', 'signed up with the data')
      },
    }),
    ...(['/recover', '/otp', '/magiclink'] as const).map((path) =>
      aCase({
        name: `${path}: with PKCE the link’s token is marked`,
        arrange: (world) => world.createUser(),
        request: (person) =>
          post(path, { email: person.email, code_challenge: challenge, code_challenge_method: 's256' }),
        expect: { status: 200, body: noFields },
        async after(_answer, person, world) {
          check((await world.lastMessage(person.email)).link.startsWith('pkce_'), 'pkce_ in front')
        },
      }),
    ),

    refused(
      '/resend: an unknown type',
      post('/resend', { type: 'invite', email }),
      400,
      'validation_failed',
      { bothShapes: true },
    ),
    refused('/resend: no type', post('/resend', { email }), 400, 'validation_failed'),
    refused(
      '/resend: signup without an address',
      post('/resend', { type: 'signup' }),
      400,
      'validation_failed',
    ),
    refused(
      '/resend: signup with a number',
      post('/resend', { type: 'signup', phone: '15551234567' }),
      400,
      'validation_failed',
    ),
    refused(
      '/resend: email_change without anything',
      post('/resend', { type: 'email_change' }),
      400,
      'validation_failed',
    ),
    refused(
      '/resend: both addresses',
      post('/resend', { type: 'signup', email, phone: '15551234567' }),
      400,
      'validation_failed',
    ),
    aCase({
      name: '/resend: a confirmed address gets no mail, the same answer',
      arrange: (world) => world.createUser(),
      request: (person) => post('/resend', { type: 'signup', email: person.email }),
      expect: { status: 200, body: noFields },
      async after(_answer, person, world) {
        check((await world.messageCount(person.email)) === 0, 'nothing is mailed')
      },
    }),
    aCase({
      name: '/resend: an unconfirmed address gets its mail again',
      arrange: (world) => world.createUser({ confirmed: false }),
      request: (person) => post('/resend', { type: 'signup', email: person.email }),
      expect: { status: 200, body: noFields },
      async after(_answer, person, world) {
        check((await world.lastMessage(person.email)).type === 'signup', 'a sign-up link')
        await expectAudit(world, person.id, ['user_confirmation_requested'])
      },
    }),
    aCase({
      name: '/resend: no change of address is pending',
      arrange: (world) => world.createUser(),
      request: (person) => post('/resend', { type: 'email_change', email: person.email }),
      expect: { status: 200, body: noFields },
    }),
    aCase({
      name: '/resend: a pending change of address is mailed to both again',
      async arrange(world) {
        const person = await world.createSignedInUser()
        const next = world.newEmail()
        await world.send({ method: 'PUT', path: '/user', body: { email: next }, token: person.accessToken })
        world.advanceSeconds(61)
        return { person, next }
      },
      request: ({ person }) => post('/resend', { type: 'email_change', email: person.email }),
      expect: { status: 200, body: noFields },
      async after(_answer, { person, next }, world) {
        check(
          (await world.messageCount(next)) === 2 && (await world.messageCount(person.email)) === 2,
          'each got two mails',
        )
      },
    }),
  ],
}
