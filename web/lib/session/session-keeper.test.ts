import type { Session, User } from '@supabase/auth-js'
import { expect, test, vi } from 'vitest'
import { SessionKeeper } from './session-keeper.ts'

function aSession(userId: string, { aal = 'aal1', hasFactor = false, token = '' } = {}): Session {
  const payload = btoa(JSON.stringify({ aal, token }))
  const factors = hasFactor ? [{ id: 'f', factor_type: 'totp', status: 'verified' }] : []
  const user = { id: userId, email: `${userId}@example.test`, factors } as unknown as User
  return { access_token: `x.${payload}.x`, refresh_token: 'r', user } as Session
}

/** A keeper with a signed-in user, by default on a page that needs a session. */
function aKeeper(session = aSession('amara'), { isNeeded = true, isProven = true } = {}) {
  const keeper = new SessionKeeper()
  const effects = { forget: vi.fn(), readAgain: vi.fn(), startOver: vi.fn() }
  keeper.connect(effects)
  keeper.accept(session)
  const leave = isNeeded ? keeper.need() : () => {}
  if (isProven) keeper.prove()
  return { keeper, effects, leave, session }
}

// spec: A4 A session that ends elsewhere leaves the page until the user is back
test('holds the page and its session after a remote sign-out until the same user returns', async () => {
  const { keeper, effects, session } = aKeeper()
  keeper.accept(null)
  expect(keeper.current()).toEqual({ session, hasEnded: true, halfway: null })
  const back = keeper.whenBack()
  const again = aSession('amara', { token: 'new' })
  keeper.accept(again)
  expect(await back).toBe(true)
  expect(keeper.current()).toEqual({ session: again, hasEnded: false, halfway: null })
  expect(effects.forget).not.toHaveBeenCalled()
})

test('shows another user nothing of the page', async () => {
  const { keeper, effects, session } = aKeeper()
  keeper.accept(null)
  let isBack: unknown = 'waiting'
  void keeper.whenBack().then((answer) => {
    isBack = answer
  })
  keeper.accept(aSession('ben'))
  await Promise.resolve()
  expect(effects.startOver).toHaveBeenCalledOnce()
  // no unfinished work is sent under the other user's name
  expect(isBack).toBe('waiting')
  expect(keeper.current().session).toBe(session)
})

test('starts over when another user signs in in another tab', () => {
  const { keeper, effects } = aKeeper()
  keeper.accept(aSession('ben'))
  expect(effects.startOver).toHaveBeenCalledOnce()
})

test('waits for the second step of a user who has one', async () => {
  const { keeper } = aKeeper(aSession('amara', { aal: 'aal2', hasFactor: true }))
  keeper.accept(null)
  const back = keeper.whenBack()
  const halfway = aSession('amara', { hasFactor: true })
  keeper.accept(halfway)
  expect(keeper.current()).toMatchObject({ hasEnded: true, halfway })
  keeper.accept(aSession('amara', { aal: 'aal2', hasFactor: true, token: 'new' }))
  expect(await back).toBe(true)
})

test('asks again if the new session ends before the second step', () => {
  const { keeper, session } = aKeeper(aSession('amara', { aal: 'aal2', hasFactor: true }))
  keeper.accept(null)
  keeper.accept(aSession('amara', { hasFactor: true }))
  keeper.accept(null)
  expect(keeper.current()).toEqual({ session, hasEnded: true, halfway: null })
})

test.each([
  ['where no page needs it', { isNeeded: false }],
  ['that was found on arrival and never confirmed', { isProven: false }],
])('ends a session %s at once', async (_where, how) => {
  const { keeper, effects } = aKeeper(aSession('amara'), how)
  keeper.accept(null)
  expect(keeper.current()).toEqual({ session: null, hasEnded: false, halfway: null })
  expect(effects.forget).toHaveBeenCalledOnce()
  expect(await keeper.whenBack()).toBe(false)
})

test('drops waiting requests when the page is left', async () => {
  const { keeper, leave, effects } = aKeeper()
  keeper.accept(null)
  const back = keeper.whenBack()
  leave()
  expect(await back).toBe(false)
  expect(keeper.current().session).toBeNull()
  expect(effects.forget).toHaveBeenCalledOnce()
})

test('stops waiting when a component unmounts', async () => {
  const { keeper } = aKeeper()
  keeper.accept(null)
  const gone = new AbortController()
  const back = keeper.whenBack(gone.signal)
  gone.abort(new Error('gone'))
  await expect(back).rejects.toThrow('gone')
})

test('reads again after a new assurance level, not after a token refresh', () => {
  const { keeper, effects } = aKeeper()
  keeper.accept(aSession('amara', { token: 'refreshed' }))
  expect(effects.readAgain).not.toHaveBeenCalled()
  keeper.accept(aSession('amara', { aal: 'aal2' }))
  expect(effects.readAgain).toHaveBeenCalledOnce()
})
