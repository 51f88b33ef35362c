import { type Call, get } from '#conformance/auth/call.ts'
import type { Family } from '#conformance/auth/case.ts'
import { canSignIn, check, expectAudit } from '#conformance/auth/checks.ts'
import { noFields } from '#conformance/auth/match.ts'
import { type SignedIn, unknownId } from '#conformance/auth/world.ts'
import { adminCase } from '../setup/admin-case.ts'

/** DELETE /admin/users/{id} (docs/contracts/auth.md 3.7). */

const remove =
  (body?: unknown) =>
  ({ id }: SignedIn): Call => ({ method: 'DELETE', path: `/admin/users/${id}`, ...(body ? { body } : {}) })

export const adminUsersDelete: Family = {
  name: 'admin-users-delete',
  cases: [
    adminCase(
      'delete: an id that is no UUID',
      { method: 'DELETE', path: '/admin/users/me' },
      { status: 404, code: 'validation_failed' },
    ),
    adminCase(
      'delete: an unknown id',
      { method: 'DELETE', path: `/admin/users/${unknownId}` },
      { status: 404, code: 'user_not_found' },
      { bothShapes: true },
    ),
    adminCase(
      'delete: the user is gone, and the address is free again',
      remove(),
      { status: 200, body: noFields },
      {
        async after(_answer, state: SignedIn, world) {
          check(
            (await world.send(get('/user', { token: state.accessToken }))).body.error_code ===
              'user_not_found',
            'the token no longer works',
          )
          check(!(await canSignIn(world, state)), 'the user cannot sign in')
          await world.createUser({ email: state.email })
          await expectAudit(world, state.id, ['user_deleted'])
        },
      },
    ),
    adminCase(
      'delete: a soft delete',
      remove({ should_soft_delete: true }),
      { status: 200, body: noFields },
      {
        async after(_answer, state: SignedIn, world) {
          check(
            (await world.send(get('/user', { token: state.accessToken }))).status === 403,
            'the token no longer works',
          )
          const { status, body } = await world.send({
            ...get(`/admin/users/${state.id}`),
            token: await world.adminToken(),
          })
          check(status === 200 && Boolean(body.deleted_at), 'admins can read what remains')
          await world.createUser({ email: state.email })
        },
      },
    ),
  ],
}
