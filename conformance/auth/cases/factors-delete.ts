import { del, post, put } from '../call.ts'
import { aCase, type Family } from '../case.ts'
import { check, claimsOf, expectAudit } from '../checks.ts'
import { aUuid } from '../match.ts'
import { atAal1, enrolled, verified } from './setup/factor-holders.ts'

/** DELETE /factors/{id}, and limits of a session at aal1 (docs/contracts/auth.md 3.6). */

export const factorsDelete: Family = {
  name: 'factors-delete',
  cases: [
    aCase({
      name: 'DELETE: removes the factor, and its sessions drop to aal1',
      arrange: verified,
      request: ({ factorId, token }) => del(`/factors/${factorId}`, { token }),
      expect: { status: 200, body: { id: aUuid } },
      async after(_answer, { refreshToken, id }, world) {
        const { body } = await world.send(
          post('/token?grant_type=refresh_token', { refresh_token: refreshToken }),
        )
        check(claimsOf(body.access_token).aal === 'aal1', 'the session is at aal1')
        await expectAudit(world, id, ['verification_attempted', 'factor_unenrolled'])
      },
    }),
    aCase({
      name: 'DELETE: a verified factor at aal1',
      arrange: atAal1,
      request: ({ factorId, token }) => del(`/factors/${factorId}`, { token }),
      expect: { status: 422, code: 'insufficient_aal' },
      bothShapes: true,
    }),
    aCase({
      name: 'DELETE: an unverified factor at aal1',
      arrange: enrolled,
      request: ({ factorId, token }) => del(`/factors/${factorId}`, { token }),
      expect: { status: 200, body: { id: aUuid } },
    }),
    aCase({
      name: 'PUT /user: a password at aal1 by a user with a factor',
      arrange: atAal1,
      request: ({ token }) => put('/user', { password: 'another quiet long password' }, { token }),
      expect: { status: 401, code: 'insufficient_aal' },
      bothShapes: true,
    }),
  ],
}
