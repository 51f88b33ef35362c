import { type Call, post } from '#conformance/auth/call.ts'
import { aCase, type Family } from '#conformance/auth/case.ts'
import { check, expectAudit } from '#conformance/auth/checks.ts'
import { anInstant, aUuid } from '#conformance/auth/match.ts'
import type { World } from '#conformance/auth/world.ts'

/** POST /invite (docs/contracts/auth.md 3.1). */

const invited =
  (body: unknown, more: Partial<Call> = {}) =>
  async (_state: unknown, world: World): Promise<Call> =>
    post('/invite', body, { token: await world.adminToken(), ...more })

export const invite: Family = {
  name: 'invite',
  cases: [
    aCase({
      name: 'a malformed e-mail address',
      request: invited({ email: 'xx:;x@x.x' }),
      expect: {
        status: 400,
        code: 'validation_failed',
        message: 'Unable to validate email address: invalid format',
      },
    }),
    aCase({
      name: 'an empty address',
      request: invited({}),
      expect: { status: 400, code: 'validation_failed' },
    }),
    aCase({
      name: 'a confirmed address',
      arrange: (world) => world.createUser(),
      request: async (person, world) =>
        post('/invite', { email: person.email }, { token: await world.adminToken() }),
      expect: {
        status: 422,
        code: 'email_exists',
        message: 'A user with this email address has already been registered',
      },
      bothShapes: true,
    }),
    aCase({
      name: 'a new address: a user without a password, and a link that signs in once',
      request: async (_state, world) =>
        post(
          '/invite',
          { email: world.newEmail(), data: { color: 'green' } },
          { token: await world.adminToken() },
        ),
      expect: {
        status: 200,
        body: {
          id: aUuid,
          invited_at: anInstant,
          confirmation_sent_at: anInstant,
          user_metadata: { color: 'green' },
        },
      },
      async after({ body }, _state, world) {
        const mail = await world.lastMessage(body.email)
        check(mail.type === 'invite' && mail.code === '', 'an invitation link without a code')
        const used = await world.send(post('/verify', { type: 'invite', token_hash: mail.link }))
        check(used.status === 200, 'the user can sign in')
        await expectAudit(world, body.id, ['user_invited', 'invite_accepted'])
      },
    }),
    aCase({
      name: 'an unconfirmed address is invited again at once',
      async arrange(world) {
        const address = world.newEmail()
        await world.send(post('/invite', { email: address }, { token: await world.adminToken() }))
        return address
      },
      request: async (address, world) =>
        post('/invite', { email: address }, { token: await world.adminToken() }),
      expect: { status: 200, body: { invited_at: anInstant } },
      async after(_answer, address, world) {
        check((await world.messageCount(address)) === 2, 'two mails')
      },
    }),
    aCase({
      name: 'the link after 72 hours',
      async arrange(world) {
        const address = world.newEmail()
        await world.send(post('/invite', { email: address }, { token: await world.adminToken() }))
        const { link } = await world.lastMessage(address)
        world.advanceSeconds(72 * 3600 + 1)
        return link
      },
      request: (link) => post('/verify', { type: 'invite', token_hash: link }),
      expect: { status: 403, code: 'otp_expired' },
    }),
  ],
}
