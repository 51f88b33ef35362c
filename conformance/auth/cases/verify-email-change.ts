import { get, post, put } from '../call.ts'
import { aCase, type Family } from '../case.ts'
import { check, expectAudit } from '../checks.ts'
import { aText } from '../match.ts'
import { waitingEmailChange } from './setup/waiting-mail.ts'

/** POST and GET /verify of a change of address (docs/contracts/auth.md 3.2). */

const expired = { status: 403, code: 'otp_expired' }

export const verifyEmailChange: Family = {
  name: 'verify-email-change',
  cases: [
    aCase({
      name: 'email_change: the first confirmation asks for the other',
      arrange: waitingEmailChange,
      request: ({ next }) => post('/verify', { type: 'email_change', email: next.email, token: next.code }),
      expect: { status: 200, body: { msg: /^Confirmation link accepted\. Please proceed/, code: '200' } },
    }),
    ...(['next', 'current'] as const).map((first) =>
      aCase({
        name: `email_change: both confirmations, ${first} first, apply it`,
        async arrange(world) {
          const state = await waitingEmailChange(world)
          await world.send(
            post('/verify', { type: 'email_change', email: state[first].email, token: state[first].code }),
          )
          return { ...state, second: first === 'next' ? state.current : state.next }
        },
        request: ({ second }) =>
          post('/verify', { type: 'email_change', email: second.email, token: second.code }),
        expect: { status: 200, body: { access_token: aText } },
        async after({ body }, state, world) {
          check(
            body.user.email === state.next.email && body.user.id === state.id,
            'the address is the new one',
          )
          check(
            body.user.identities[0].identity_data.email === state.next.email,
            'the identity has changed too',
          )
          check(body.user.new_email === undefined, 'nothing is pending any more')
          await expectAudit(world, state.id, ['user_modified'])
        },
      }),
    ),
    aCase({
      name: 'email_change: the same confirmation twice does not apply it',
      async arrange(world) {
        const state = await waitingEmailChange(world)
        await world.send(post('/verify', { type: 'email_change', token_hash: state.next.link }))
        return state
      },
      request: ({ next }) => post('/verify', { type: 'email_change', token_hash: next.link }),
      expect: expired,
    }),
    aCase({
      name: 'email_change: one confirmation is enough where both are not required',
      settings: { secureEmailChange: false },
      arrange: async (world) => {
        const person = await world.createSignedInUser()
        const address = world.newEmail()
        await world.send(put('/user', { email: address }, { token: person.accessToken }))
        return { ...(await world.lastMessage(address)), email: address }
      },
      request: ({ email: address, code }) =>
        post('/verify', { type: 'email_change', email: address, token: code }),
      expect: { status: 200, body: { user: { email: aText } } },
    }),
    aCase({
      name: 'email_change: someone else took the address in the meantime',
      settings: { secureEmailChange: false },
      arrange: async (world) => {
        const person = await world.createSignedInUser()
        const address = world.newEmail()
        await world.send(put('/user', { email: address }, { token: person.accessToken }))
        const { link } = await world.lastMessage(address)
        await world.createUser({ email: address })
        return link
      },
      request: (link) => post('/verify', { type: 'email_change', token_hash: link }),
      expect: { status: 422, code: 'email_exists' },
    }),
    aCase({
      name: 'GET email_change: the first confirmation redirects with a message',
      arrange: waitingEmailChange,
      request: ({ next }) => get(`/verify?token=${next.link}&type=email_change`),
      expect: { status: 303, headers: { location: /#message=Confirmation\+link\+accepted.+&sb=$/ } },
    }),
  ],
}
