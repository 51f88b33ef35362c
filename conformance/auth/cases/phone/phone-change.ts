import { post, put } from '#conformance/auth/call.ts'
import { aCase, type Family, refused } from '#conformance/auth/case.ts'
import { check, expectAudit } from '#conformance/auth/checks.ts'
import { absent, anInstant, aText } from '#conformance/auth/match.ts'
import { badNumber, tooSoon } from '../setup/phone-sign-up.ts'

/** A change of number (PUT /user, POST /verify) and GET /reauthenticate by phone (docs/contracts/auth.md 3.4). */

const phone = '15551234567'

export const phoneChange: Family = {
  name: 'phone-change',
  cases: [
    aCase({
      name: 'PUT /user, a new number waits for its code',
      arrange: async (world) => ({ person: await world.createSignedInUser(), number: world.newPhone() }),
      request: ({ person, number }) => put('/user', { phone: `+${number}` }, { token: person.accessToken }),
      expect: { status: 200, body: { phone: '', new_phone: aText, phone_change_sent_at: anInstant } },
      async after(_answer, { person, number }, world) {
        world.advanceSeconds(61)
        check(
          (await world.send(post('/resend', { type: 'phone_change', phone: number }))).status === 200,
          'it can be sent again',
        )
        const { code } = await world.lastMessage(number)
        const { status, body } = await world.send(
          post('/verify', { type: 'phone_change', phone: number, token: code }),
        )
        check(
          status === 200 && body.user.phone === number && body.user.id === person.id,
          'the code applies the change',
        )
        check(
          body.user.identities.some((identity: { provider: string }) => identity.provider === 'phone'),
          'there is a phone identity',
        )
        check(body.user.app_metadata.providers.includes('phone'), 'and a provider')
        await expectAudit(world, person.id, ['user_modified', 'user_modified'])
      },
    }),
    aCase({
      name: 'PUT /user, under autoconfirm a number takes effect at once',
      settings: { phoneAutoconfirm: true },
      arrange: async (world) => ({ person: await world.createSignedInUser(), number: world.newPhone() }),
      request: ({ person, number }) => put('/user', { phone: number }, { token: person.accessToken }),
      expect: { status: 200, body: { phone: aText, phone_confirmed_at: anInstant, new_phone: absent } },
    }),
    aCase({
      name: 'PUT /user, a number that someone else has',
      arrange: async (world) => ({
        person: await world.createSignedInUser(),
        other: await world.createUser({ byPhone: true }),
      }),
      request: ({ person, other }) => put('/user', { phone: other.phone }, { token: person.accessToken }),
      expect: {
        status: 422,
        code: 'phone_exists',
        message: 'A user with this phone number has already been registered',
      },
      bothShapes: true,
    }),
    aCase({
      name: 'PUT /user, a bad number',
      arrange: (world) => world.createSignedInUser(),
      request: (person) => put('/user', { phone: '1-555' }, { token: person.accessToken }),
      expect: { status: 400, code: 'validation_failed', message: badNumber },
    }),
    aCase({
      name: 'PUT /user, a bad channel',
      arrange: (world) => world.createSignedInUser(),
      request: (person) => put('/user', { phone, channel: 'pigeon' }, { token: person.accessToken }),
      expect: { status: 400, code: 'validation_failed' },
    }),
    aCase({
      name: 'PUT /user, provider off',
      settings: { phoneProvider: false },
      arrange: (world) => world.createSignedInUser(),
      request: (person) => put('/user', { phone }, { token: person.accessToken }),
      expect: { status: 400, code: 'phone_provider_disabled' },
    }),
    refused(
      'verify, phone_change that nobody requested',
      post('/verify', { type: 'phone_change', phone: '15559990002', token: '123456' }),
      403,
      'otp_expired',
      { message: 'Token has expired or is invalid' },
    ),
    aCase({
      name: 'verify, phone_change to a number that someone else has confirmed in the meantime',
      async arrange(world) {
        const person = await world.createSignedInUser()
        const number = world.newPhone()
        await world.send(put('/user', { phone: number }, { token: person.accessToken }))
        const { code } = await world.lastMessage(number)
        await world.createUser({ byPhone: true, phone: number })
        return { number, code }
      },
      request: ({ number, code }) => post('/verify', { type: 'phone_change', phone: number, token: code }),
      expect: { status: 422, code: 'phone_exists' },
    }),
    aCase({
      name: 'reauthenticate by number, for a user without an address',
      arrange: (world) => world.createSignedInUser({ byPhone: true }),
      request: (person) => ({ method: 'GET', path: '/reauthenticate', token: person.accessToken }),
      expect: { status: 200, body: { message_id: aText } },
      async after(_answer, person, world) {
        check((await world.lastMessage(person.phone)).code !== '', 'a code was sent')
        await expectAudit(world, person.id, ['user_reauthenticate_requested'])
      },
    }),
    aCase({
      name: 'reauthenticate by number within 60 s',
      async arrange(world) {
        const person = await world.createSignedInUser({ byPhone: true })
        await world.send({ method: 'GET', path: '/reauthenticate', token: person.accessToken })
        return person
      },
      request: (person) => ({ method: 'GET', path: '/reauthenticate', token: person.accessToken }),
      expect: tooSoon,
    }),
  ],
}
