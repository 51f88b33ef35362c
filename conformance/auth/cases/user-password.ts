import { get, post, put } from '../call.ts'
import { aCase, type Family } from '../case.ts'
import { canSignIn, check, expectAudit } from '../checks.ts'
import type { World } from '../world.ts'
import { userChange } from './setup/user-change.ts'

/** PUT /user with a new password (docs/contracts/auth.md 3.4). */

const newPassword = 'another quiet long password'

async function withNonce(world: World) {
  const state = await world.createSignedInUser()
  world.advanceSeconds(25 * 3600)
  const { body } = await world.send(
    post('/token?grant_type=refresh_token', { refresh_token: state.refreshToken }),
  )
  const token: string = body.access_token
  await world.send(get('/reauthenticate', { token }))
  return { ...state, token, nonce: (await world.lastMessage(state.email)).code }
}

const needsNonce = { settings: { requireReauthentication: true } }
const needsCurrent = { settings: { requireCurrentPassword: true } }

export const userPassword: Family = {
  name: 'user-password',
  cases: [
    userChange(
      'a weak password',
      { password: 'five5' },
      { status: 422, code: 'weak_password', body: { weak_password: { reasons: ['length'] } } },
      { bothShapes: true },
    ),
    userChange('an empty password', { password: '' }, { status: 422, code: 'weak_password' }),
    userChange(
      '73 bytes of password',
      { password: 'x'.repeat(73) },
      { status: 400, code: 'validation_failed' },
    ),
    aCase({
      name: 'PUT: a new password ends all other sessions and pending links',
      async arrange(world) {
        const person = await world.createUser()
        const [here, there] = [await world.signIn(person), await world.signIn(person)]
        await world.send(post('/recover', { email: here.email }))
        return { here, there, link: (await world.lastMessage(here.email)).link }
      },
      request: ({ here }) => put('/user', { password: newPassword }, { token: here.accessToken }),
      expect: { status: 200 },
      async after(_answer, { here, there, link }, world) {
        check(
          (await world.send(get('/user', { token: here.accessToken }))).status === 200,
          'this session goes on',
        )
        check(
          (await world.send(get('/user', { token: there.accessToken }))).status === 403,
          'the other session has ended',
        )
        check(
          (await world.send(post('/verify', { type: 'recovery', token_hash: link }))).status === 403,
          'the link no longer works',
        )
        check(await canSignIn(world, { ...here, password: newPassword }), 'the new password signs in')
        check(!(await canSignIn(world, here)), 'the old password does not')
        await expectAudit(world, here.id, ['user_updated_password', 'user_modified'])
      },
    }),
    userChange(
      'the same password',
      undefined,
      {
        status: 422,
        code: 'same_password',
        message: 'New password should be different from the old password.',
      },
      {
        request: (state: { accessToken: string; password: string }) =>
          put('/user', { password: state.password }, { token: state.accessToken }),
        bothShapes: true,
      },
    ),
    userChange(
      'no current password, where it is required (docs/contracts/auth.md D16)',
      { password: newPassword },
      { status: 400, code: 'current_password_required' },
      { ...needsCurrent, bothShapes: true },
    ),
    userChange(
      'a wrong current password',
      { password: newPassword, current_password: 'wrong' },
      { status: 400, code: 'current_password_invalid' },
      { ...needsCurrent, bothShapes: true },
    ),
    userChange(
      'the right current password',
      undefined,
      { status: 200 },
      {
        ...needsCurrent,
        request: (state: { accessToken: string; password: string }) =>
          put(
            '/user',
            { password: newPassword, current_password: state.password },
            { token: state.accessToken },
          ),
      },
    ),
    aCase({
      name: 'PUT: no current password is required after a recovery (docs/contracts/auth.md D16)',
      ...needsCurrent,
      async arrange(world) {
        const { email } = await world.createUser()
        await world.send(post('/recover', { email }))
        const { body } = await world.send(
          post('/verify', { type: 'recovery', token_hash: (await world.lastMessage(email)).link }),
        )
        return String(body.access_token)
      },
      request: (token) => put('/user', { password: newPassword }, { token }),
      expect: { status: 200 },
    }),
    aCase({
      name: 'PUT: no nonce in an old session, where it is required',
      ...needsNonce,
      arrange: withNonce,
      request: ({ token }) => put('/user', { password: newPassword }, { token }),
      expect: { status: 400, code: 'reauthentication_needed' },
    }),
    aCase({
      name: 'PUT: a wrong nonce',
      ...needsNonce,
      arrange: withNonce,
      request: ({ token, nonce }) =>
        put('/user', { password: newPassword, nonce: nonce === '000000' ? '000001' : '000000' }, { token }),
      expect: { status: 422, code: 'reauthentication_not_valid' },
    }),
    aCase({
      name: 'PUT: the right nonce, once',
      ...needsNonce,
      arrange: withNonce,
      request: ({ token, nonce }) => put('/user', { password: newPassword, nonce }, { token }),
      expect: { status: 200 },
      async after(_answer, { token, nonce }, world) {
        const again = await world.send(put('/user', { password: 'a third long password', nonce }, { token }))
        check(again.status === 422, 'a nonce works once')
      },
    }),
    userChange(
      'no nonce is required in a fresh session',
      { password: newPassword },
      { status: 200 },
      needsNonce,
    ),
    aCase({
      name: 'PUT: an invited user sets the first password',
      async arrange(world) {
        const email = world.newEmail()
        await world.send(post('/invite', { email }, { token: await world.adminToken() }))
        const { link } = await world.lastMessage(email)
        const { body } = await world.send(post('/verify', { type: 'invite', token_hash: link }))
        return { email, token: String(body.access_token) }
      },
      request: ({ token }) => put('/user', { password: newPassword }, { token }),
      expect: { status: 200 },
      async after(_answer, { email }, world) {
        check(await canSignIn(world, { email, password: newPassword }), 'the user can sign in')
      },
    }),
  ],
}
