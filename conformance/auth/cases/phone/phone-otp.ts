import { post } from '#conformance/auth/call.ts'
import { aCase, type Family, refused } from '#conformance/auth/case.ts'
import { check, expectAudit } from '#conformance/auth/checks.ts'
import { aText } from '#conformance/auth/match.ts'
import { testNumber } from '#conformance/auth/world.ts'
import { badNumber, signedUpByPhone, tooSoon } from '../setup/phone-sign-up.ts'

/** POST /otp and /resend by phone (docs/contracts/auth.md 3.1). */

const phone = '15551234567'

export const phoneOtp: Family = {
  name: 'phone-otp',
  cases: [
    refused('otp, provider off', post('/otp', { phone }), 400, 'phone_provider_disabled', {
      settings: { phoneProvider: false },
    }),
    refused('otp, a bad number', post('/otp', { phone: 'invalid-phone' }), 400, 'validation_failed', {
      message: badNumber,
    }),
    refused('otp, a bad channel', post('/otp', { phone, channel: 'pigeon' }), 400, 'validation_failed'),
    aCase({
      name: 'otp, a new number: signs up, and the code signs in',
      request: (_state, world) => post('/otp', { phone: world.newPhone(), data: { color: 'green' } }),
      expect: { status: 200, body: { message_id: aText } },
    }),
    aCase({
      name: 'otp, a confirmed number: the code signs in',
      arrange: (world) => world.createUser({ byPhone: true }),
      request: (person) => post('/otp', { phone: person.phone }),
      expect: { status: 200, body: { message_id: aText } },
      async after(_answer, person, world) {
        const { code } = await world.lastMessage(person.phone)
        const { status, body } = await world.send(
          post('/verify', { type: 'sms', phone: person.phone, token: code }),
        )
        check(status === 200 && body.user.id === person.id, 'the code signs in')
        await expectAudit(world, person.id, ['user_recovery_requested', 'login'])
      },
    }),
    aCase({
      name: 'otp, create_user false and an unknown number: the same answer, and no message (docs/contracts/auth.md D6)',
      async arrange(world) {
        return world.newPhone()
      },
      request: (number) => post('/otp', { phone: number, create_user: false }),
      expect: { status: 200, body: { message_id: aText } },
      async after(_answer, number, world) {
        check((await world.messageCount(number)) === 0, 'nothing is sent')
      },
    }),
    aCase({
      name: 'otp, sign-up off and an unknown number: the same answer, and no message',
      settings: { signUp: false },
      async arrange(world) {
        return world.newPhone()
      },
      request: (number) => post('/otp', { phone: number }),
      expect: { status: 200 },
      async after(_answer, number, world) {
        check((await world.messageCount(number)) === 0, 'nothing is sent')
      },
    }),
    aCase({
      name: 'otp, an unknown number within 60 s is limited like a known one (docs/contracts/auth.md D6)',
      async arrange(world) {
        const number = world.newPhone()
        await world.send(post('/otp', { phone: number, create_user: false }))
        return number
      },
      request: (number) => post('/otp', { phone: number, create_user: false }),
      expect: tooSoon,
    }),
    aCase({
      name: 'otp, the hourly text message limit is used up',
      settings: { smsPerHour: 1 },
      arrange: (world) => world.send(post('/otp', { phone: world.newPhone() })),
      request: (_state, world) => post('/otp', { phone: world.newPhone() }),
      expect: { status: 429, code: 'over_sms_send_rate_limit' },
    }),
    aCase({
      name: 'otp, a test number gets no message and has a fixed code',
      request: post('/otp', { phone: testNumber.phone }),
      expect: { status: 200, body: { message_id: 'test-otp' } },
      async after(_answer, _state, world) {
        check((await world.messageCount(testNumber.phone)) === 0, 'nothing is sent')
        const verified = await world.send(
          post('/verify', { type: 'sms', phone: testNumber.phone, token: testNumber.code }),
        )
        check(verified.status === 200, 'the fixed code signs in')
      },
    }),

    refused('resend, no number', post('/resend', { type: 'sms' }), 400, 'validation_failed'),
    refused('resend, provider off', post('/resend', { type: 'sms', phone }), 400, 'phone_provider_disabled', {
      settings: { phoneProvider: false },
    }),
    refused(
      'resend, a bad number',
      post('/resend', { type: 'sms', phone: '1-555' }),
      400,
      'validation_failed',
      { message: badNumber },
    ),
    aCase({
      name: 'resend, an unknown number',
      request: (_state, world) => post('/resend', { type: 'sms', phone: world.newPhone() }),
      expect: { status: 200 },
    }),
    aCase({
      name: 'resend, phone_change of an unknown number',
      request: (_state, world) => post('/resend', { type: 'phone_change', phone: world.newPhone() }),
      expect: { status: 200 },
    }),
    aCase({
      name: 'resend, an unconfirmed number: a new code replaces the old one',
      async arrange(world) {
        const state = await signedUpByPhone(world)
        world.advanceSeconds(61)
        return state
      },
      request: (state) => post('/resend', { type: 'sms', phone: state.phone }),
      expect: { status: 200, body: { message_id: aText } },
      async after(_answer, state, world) {
        const { code } = await world.lastMessage(state.phone)
        check(
          (await world.send(post('/verify', { type: 'sms', phone: state.phone, token: code }))).status ===
            200,
          'the new code works',
        )
      },
    }),
    aCase({
      name: 'resend within 60 s',
      arrange: signedUpByPhone,
      request: (state) => post('/resend', { type: 'sms', phone: state.phone }),
      expect: tooSoon,
    }),
    aCase({
      name: 'resend, a confirmed number: the same answer, and no message',
      arrange: (world) => world.createUser({ byPhone: true }),
      request: (person) => post('/resend', { type: 'sms', phone: person.phone }),
      expect: { status: 200 },
      async after(_answer, person, world) {
        check((await world.messageCount(person.phone)) === 0, 'nothing is sent')
      },
    }),
  ],
}
