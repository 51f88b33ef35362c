import type { SampleCalls } from '#server/tests/threats/actors/sample-call.ts'
import { fastHasher } from '#testing/database/fast-hasher.ts'
import { aGuestAddress } from '#testing/invitations.ts'
import { aPatient } from '#testing/sign-in/people.ts'

export const calls: SampleCalls = {
  'confirm-person': {
    input: () => ({ currentPassword: '', nonce: '000000' }),
    // acts on the caller's own session
    answers: { rest: 'reauthentication_not_valid' },
  },
  'correct-address': {
    input: async ({ test, world }) => {
      const joiner = await aPatient(test.db, world.clinics.one, { status: 'pending', confirmed: false })
      const password = 'a quiet long password'
      await test.db.asOwner('update auth.users set password_hash = $2 where id = $1', [
        joiner.userId,
        await fastHasher.hash(password),
      ])
      return { email: joiner.email, password, newEmail: aGuestAddress() }
    },
    limit: 'correct-address',
  },
}
