import { type Call, del, get, put } from '#conformance/auth/call.ts'
import { type AnyCase, aCase, type Expected, type Family } from '#conformance/auth/case.ts'
import { absent, aUuid } from '#conformance/auth/match.ts'
import { unknownId } from '#conformance/auth/world.ts'
import { enrolled, type Holder } from '../setup/factor-holders.ts'

/** /admin/users/{id}/factors (docs/contracts/auth.md 3.7). */

const asAdmin = (name: string, request: (state: Holder, token: string) => Call, expect: Expected): AnyCase =>
  aCase({
    name: `admin: ${name}`,
    async arrange(world) {
      return { holder: await enrolled(world), admin: await world.adminToken() }
    },
    request: ({ holder, admin }) => request(holder, admin),
    expect,
  })

export const adminFactors: Family = {
  name: 'admin-factors',
  cases: [
    asAdmin('lists a user’s factors', ({ id }, token) => get(`/admin/users/${id}/factors`, { token }), {
      status: 200,
      body: [
        { id: aUuid, factor_type: 'totp', status: 'unverified', friendly_name: 'first', secret: absent },
      ],
    }),
    asAdmin(
      'renames a factor',
      ({ id, factorId }, token) =>
        put(`/admin/users/${id}/factors/${factorId}`, { friendly_name: 'renamed' }, { token }),
      {
        status: 200,
        body: { id: aUuid, friendly_name: 'renamed' },
      },
    ),
    asAdmin(
      'removes a factor',
      ({ id, factorId }, token) => del(`/admin/users/${id}/factors/${factorId}`, { token }),
      { status: 200, body: { id: aUuid } },
    ),
    asAdmin(
      'an unknown factor',
      ({ id }, token) => del(`/admin/users/${id}/factors/${unknownId}`, { token }),
      {
        status: 404,
        code: 'mfa_factor_not_found',
      },
    ),
    asAdmin('an unknown user', (_state, token) => get(`/admin/users/${unknownId}/factors`, { token }), {
      status: 404,
      code: 'user_not_found',
    }),
    asAdmin('an id that is no UUID', (_state, token) => get('/admin/users/nope/factors', { token }), {
      status: 404,
      code: 'validation_failed',
    }),
    asAdmin('a user who is no admin', ({ id, token }) => get(`/admin/users/${id}/factors`, { token }), {
      status: 403,
      code: 'not_admin',
    }),
  ],
}
