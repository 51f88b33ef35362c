import type { SampleCalls } from '#server/tests/threats/actors/sample-call.ts'
import { aGuestAddress } from '#testing/invitations.ts'
import { aPatient } from '#testing/sign-in/people.ts'

export const calls: SampleCalls = {
  'confirm-person': {
    input: () => ({ currentPassword: '', nonce: '000000' }),
    // acts on the caller's own session
    answers: { rest: 'reauthentication_not_valid' },
  },
  'own-address-change': { input: () => ({}), answers: { rest: 'ok' } },
  'request-address-change': {
    input: () => ({ newEmail: aGuestAddress(), currentPassword: 'a guess' }),
    // acts on the caller's own account
    answers: { pending: 'email_not_confirmed', rest: 'second_step_missing' },
  },
  'send-address-change-code': { input: () => ({}), answers: { rest: 'address_change_missing' } },
  'prove-address-change': {
    input: () => ({ code: '000000' }),
    answers: { rest: 'address_change_missing' },
  },
  'cancel-address-change': { input: () => ({}), answers: { rest: 'address_change_missing' } },
  'stop-address-change': {
    input: () => ({ token: 'ab'.repeat(24) }),
    answers: { visitor: 'address_change_unknown', rest: 'address_change_unknown' },
    limit: 'stop-address-change',
  },
  'correct-address': {
    input: async ({ test, world }) => {
      const password = 'a quiet long password'
      const options = { status: 'pending', confirmed: false, password } as const
      const joiner = await aPatient(test.db, world.clinics.one, options)
      return { email: joiner.email, password, newEmail: aGuestAddress() }
    },
    limit: 'correct-address',
  },
}
