import { get } from '#conformance/auth/call.ts'
import type { Family } from '#conformance/auth/case.ts'
import { canSignIn, check, claimsOf, expectAudit } from '#conformance/auth/checks.ts'
import { absent, anInstant } from '#conformance/auth/match.ts'
import { type SignedIn, unknownId, type World } from '#conformance/auth/world.ts'
import { adminCase, updateUser } from '../setup/admin-case.ts'
import { anonymousPerson } from '../setup/anonymous-user.ts'

/** PUT /admin/users/{id} (docs/contracts/auth.md 3.7). */

const invalid = { status: 400, code: 'validation_failed' }

export const adminUsersUpdate: Family = {
  name: 'admin-users-update',
  cases: [
    adminCase(
      'update: an id that is no UUID',
      { method: 'PUT', path: '/admin/users/me', body: {} },
      { status: 404, code: 'validation_failed' },
    ),
    adminCase(
      'update: an unknown id',
      { method: 'PUT', path: `/admin/users/${unknownId}`, body: {} },
      { status: 404, code: 'user_not_found' },
    ),
    adminCase('update: a malformed e-mail address', updateUser({ email: 'nope' }), invalid),
    adminCase('update: a bad number', updateUser({ phone: '1-555' }), invalid),
    adminCase('update: a malformed ban', updateUser({ ban_duration: '1 day' }), invalid, {
      bothShapes: true,
    }),
    adminCase(
      'update: a weak password',
      updateUser({ password: 'five5' }),
      { status: 422, code: 'weak_password' },
      { bothShapes: true },
    ),
    adminCase(
      'update: a password ends all sessions',
      updateUser({ password: 'another quiet password' }),
      { status: 200 },
      {
        async after(_answer, state: SignedIn, world) {
          check(
            (await world.send(get('/user', { token: state.accessToken }))).status === 403,
            'the session has ended',
          )
          check(
            await canSignIn(world, { ...state, password: 'another quiet password' }),
            'the new password signs in',
          )
          await expectAudit(world, state.id, ['user_modified'])
        },
      },
    ),
    adminCase(
      'update: an address takes effect at once',
      (state, world) => updateUser({ email: world.newEmail() })(state),
      { status: 200, body: { new_email: absent, email_confirmed_at: anInstant } },
      {
        after: ({ body }, state: SignedIn) =>
          check(
            body.email !== state.email && body.identities[0].identity_data.email === body.email,
            'user and identity have the new address',
          ),
      },
    ),
    adminCase(
      'update: an address that someone else has',
      (state: SignedIn & { taken: string }) => updateUser({ email: state.taken })(state),
      { status: 422, code: 'email_exists' },
      {
        arrange: async (world: World) => ({
          ...(await world.createSignedInUser()),
          taken: (await world.createUser()).email,
        }),
      },
    ),
    adminCase(
      'update: email_confirm confirms',
      updateUser({ email_confirm: true }),
      { status: 200, body: { email_confirmed_at: anInstant, user_metadata: { email_verified: true } } },
      {
        arrange: (world: World) => world.createUser({ confirmed: false }),
      },
    ),
    adminCase(
      'update: phone_confirm confirms',
      updateUser({ phone_confirm: true }),
      { status: 200, body: { phone_confirmed_at: anInstant } },
      {
        arrange: (world: World) => world.createUser({ byPhone: true, confirmed: false }),
      },
    ),
    adminCase(
      'update: a confirmed address ends being anonymous',
      (state, world) => updateUser({ email: world.newEmail(), email_confirm: true })(state),
      { status: 200, body: { is_anonymous: false } },
      { arrange: anonymousPerson },
    ),
    adminCase(
      'update: a confirmed number ends being anonymous',
      (state, world) => updateUser({ phone: world.newPhone(), phone_confirm: true })(state),
      { status: 200, body: { is_anonymous: false } },
      { arrange: anonymousPerson },
    ),
    adminCase(
      'update: an unconfirmed address leaves a user anonymous',
      (state, world) => updateUser({ email: world.newEmail() })(state),
      { status: 200, body: { is_anonymous: true } },
      { arrange: anonymousPerson },
    ),
    adminCase(
      'update: a number takes effect at once',
      (state, world) => updateUser({ phone: world.newPhone(), phone_confirm: true })(state),
      { status: 200, body: { phone: /^1555/, phone_confirmed_at: anInstant, new_phone: absent } },
    ),
    adminCase('update: a ban of an hour', updateUser({ ban_duration: '1h' }), {
      status: 200,
      body: { banned_until: anInstant },
    }),
    adminCase(
      'update: the ban is lifted',
      updateUser({ ban_duration: 'none' }),
      { status: 200, body: { banned_until: absent } },
      {
        async arrange(world: World) {
          const state = await world.createSignedInUser()
          await world.send({
            ...updateUser({ ban_duration: '1h30m' })(state),
            token: await world.adminToken(),
          })
          return state
        },
        async after(_answer, state: SignedIn, world) {
          check(
            (await world.send(get('/user', { token: state.accessToken }))).status === 200,
            'the token works again',
          )
        },
      },
    ),
    ...(['user_metadata', 'app_metadata'] as const).map((field) =>
      adminCase(
        `update: ${field} is merged, null deletes`,
        updateUser({ [field]: { keep: 1, gone: null } }),
        { status: 200, body: { [field]: { keep: 1, had: true, gone: absent } } },
        {
          async arrange(world: World) {
            const state = await world.createSignedInUser()
            await world.send({
              ...updateUser({ [field]: { had: true, gone: true } })(state),
              token: await world.adminToken(),
            })
            return state
          },
        },
      ),
    ),
    adminCase(
      'update: app_metadata is in the next token',
      updateUser({ app_metadata: { plan: 'gold' } }),
      { status: 200 },
      {
        async after(_answer, { refreshToken }: SignedIn, world) {
          const { body } = await world.send({
            method: 'POST',
            path: '/token?grant_type=refresh_token',
            body: { refresh_token: refreshToken },
          })
          check(claimsOf(body.access_token).app_metadata.plan === 'gold', 'the token has the claim')
        },
      },
    ),
  ],
}
