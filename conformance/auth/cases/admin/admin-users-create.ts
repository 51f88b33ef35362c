import type { Call } from '#conformance/auth/call.ts'
import type { Family } from '#conformance/auth/case.ts'
import { canSignIn, check, expectAudit } from '#conformance/auth/checks.ts'
import { absent, anInstant, aText, aUuid } from '#conformance/auth/match.ts'
import type { World } from '#conformance/auth/world.ts'
import { adminCase } from '../setup/admin-case.ts'

/** POST /admin/users (docs/contracts/auth.md 3.7). */

const password = 'a quiet long password'
const invalid = { status: 400, code: 'validation_failed' }
const create = (body: unknown): Call => ({ method: 'POST', path: '/admin/users', body })

export const adminUsersCreate: Family = {
  name: 'admin-users-create',
  cases: [
    adminCase('create: neither address', create({ password }), invalid, { bothShapes: true }),
    adminCase('create: a malformed e-mail address', create({ email: 'xx:;x@x.x', password }), {
      ...invalid,
      message: 'Unable to validate email address: invalid format',
    }),
    adminCase('create: a bad number', create({ phone: '1-555' }), {
      ...invalid,
      message: 'Invalid phone number format (E.164 required)',
    }),
    adminCase(
      'create: both factorTypes of password',
      create({ email: 'x@example.test', password, password_hash: '$argon2id$x' }),
      invalid,
    ),
    adminCase(
      'create: a password hash in an unknown format',
      create({ email: 'x@example.test', password_hash: 'md5:abc' }),
      invalid,
    ),
    adminCase('create: an id that is no UUID', create({ email: 'x@example.test', id: 'me' }), invalid),
    adminCase(
      'create: the nil UUID',
      create({ email: 'x@example.test', id: '00000000-0000-0000-0000-000000000000' }),
      { ...invalid, message: 'ID cannot be a nil uuid' },
    ),
    adminCase(
      'create: a malformed ban',
      (_state, world) => create({ email: world.newEmail(), ban_duration: 'tomorrow' }),
      invalid,
    ),
    adminCase(
      'create: an address that is taken',
      ({ email }) => create({ email }),
      { status: 422, code: 'email_exists' },
      { bothShapes: true },
    ),
    adminCase(
      'create: a number that is taken',
      ({ phone }) => create({ phone }),
      { status: 422, code: 'phone_exists' },
      {
        arrange: (world: World) => world.createSignedInUser({ byPhone: true }),
        bothShapes: true,
      },
    ),
    adminCase(
      'create: an unconfirmed user; nothing is mailed',
      (_state, world) => create({ email: world.newEmail(), password, user_metadata: { color: 'green' } }),
      {
        status: 200,
        body: {
          id: aUuid,
          email: aText,
          email_confirmed_at: absent,
          user_metadata: { color: 'green', sub: absent },
          app_metadata: { provider: 'email', providers: ['email'] },
          identities: [{ provider: 'email' }],
        },
      },
      {
        async after({ body }, _state, world) {
          check((await world.messageCount(body.email)) === 0, 'nothing is mailed')
          await expectAudit(world, body.id, ['user_signedup'])
        },
      },
    ),
    adminCase(
      'create: a confirmed user can sign in',
      (_state, world) => create({ email: world.newEmail(), password, email_confirm: true }),
      { status: 200, body: { email_confirmed_at: anInstant } },
      {
        async after({ body }, _state, world) {
          check(await canSignIn(world, { email: body.email, password }), 'the user can sign in')
        },
      },
    ),
    adminCase(
      'create: a user with a confirmed number can sign in',
      (_state, world) => create({ phone: world.newPhone(), password, phone_confirm: true }),
      {
        status: 200,
        body: { phone_confirmed_at: anInstant, email: '', app_metadata: { provider: 'phone' } },
      },
      {
        async after({ body }, _state, world) {
          check(await canSignIn(world, { phone: body.phone, password }), 'the user can sign in')
        },
      },
    ),
    adminCase(
      'create: a user with address and number',
      (_state, world) =>
        create({
          email: world.newEmail(),
          phone: world.newPhone(),
          password,
          email_confirm: true,
          phone_confirm: true,
        }),
      { status: 200, body: { email_confirmed_at: anInstant, phone_confirmed_at: anInstant } },
      {
        async after({ body }, _state, world) {
          check(await canSignIn(world, { email: body.email, password }), 'the address signs in')
          check(await canSignIn(world, { phone: body.phone, password }), 'the number signs in')
        },
      },
    ),
    adminCase(
      'create: password strength is not checked',
      (_state, world) => create({ email: world.newEmail(), password: 'a' }),
      { status: 200 },
    ),
    adminCase(
      'create: with an id, a role and app_metadata',
      (_state, world) =>
        create({
          id: crypto.randomUUID(),
          email: world.newEmail(),
          role: 'editor',
          app_metadata: { plan: 'gold' },
        }),
      {
        status: 200,
        body: { role: 'editor', app_metadata: { plan: 'gold', provider: 'email', providers: ['email'] } },
      },
    ),
    adminCase(
      'create: banned from the start',
      (_state, world) => create({ email: world.newEmail(), ban_duration: '24h' }),
      { status: 200, body: { banned_until: anInstant } },
    ),
    adminCase('create: another audience', create({ email: 'x@example.test', aud: 'elsewhere' }), invalid),
  ],
}
