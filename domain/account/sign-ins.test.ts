import { expect, it } from 'vitest'
import { type SignIn, signInSentence } from './sign-ins.ts'

const signIn: SignIn = {
  id: 1,
  at: '2026-11-20T15:00:00Z',
  was_refused: false,
  method: 'email',
  address: '192.0.2.7',
}

it.each([
  [{}, 'Signed in with email and password'],
  [{ method: 'google' }, 'Signed in with Google'],
  [{ method: 'sso:6f1c' }, 'Signed in through your organization'],
  [{ method: 'a-new-way' }, 'Signed in'],
  [{ method: null }, 'Signed in'],
  [{ was_refused: true }, 'Wrong password entered'],
])('describes the sign-in %j', (changes, sentence) => {
  expect(signInSentence({ ...signIn, ...changes })).toBe(sentence)
})
