import type { Session, User } from '@supabase/auth-js'
import { expect, test, vi } from 'vitest'
import { SessionKeeper } from './session-keeper.ts'

function aSession(userId: string, { aal = 'aal1', hasFactor = false, token = '' } = {}): Session {
  const payload = btoa(JSON.stringify({ aal, token }))
  const factors = hasFactor ? [{ id: 'f', factor_type: 'totp', status: 'verified' }] : []
  const user = { id: userId, email: `${userId}@example.test`, factors } as unknown as User
  return { access_token: `x.${payload}.x`, refresh_token: 'r', user } as Session
}

/** A keeper with somebody signed in, on a page that needs a session unless told otherwise. */
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
test('a session that ends elsewhere leaves the page and its session until the same person is back', async () => {
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

test('another person who signs in gets nothing of the page', async () => {
  const { keeper, effects, session } = aKeeper()
  keeper.accept(null)
  let isBack: unknown = 'waiting'
  void keeper.whenBack().then((answer) => {
    isBack = answer
  })
  keeper.accept(aSession('ben'))
  await Promise.resolve()
  expect(effects.startOver).toHaveBeenCalledOnce()
  // no unfinished work is sent in the other's name, and the page does not become theirs
  expect(isBack).toBe('waiting')
  expect(keeper.current().session).toBe(session)
})

test('another person who signs in in another tab starts this one over', () => {
  const { keeper, effects } = aKeeper()
  keeper.accept(aSession('ben'))
  expect(effects.startOver).toHaveBeenCalledOnce()
})

test('somebody with a second step is back only after it', async () => {
  const { keeper } = aKeeper(aSession('amara', { aal: 'aal2', hasFactor: true }))
  keeper.accept(null)
  const back = keeper.whenBack()
  const halfway = aSession('amara', { hasFactor: true })
  keeper.accept(halfway)
  expect(keeper.current()).toMatchObject({ hasEnded: true, halfway })
  keeper.accept(aSession('amara', { aal: 'aal2', hasFactor: true, token: 'new' }))
  expect(await back).toBe(true)
})

test('a new session that ends too before the second step asks again', () => {
  const { keeper, session } = aKeeper(aSession('amara', { aal: 'aal2', hasFactor: true }))
  keeper.accept(null)
  keeper.accept(aSession('amara', { hasFactor: true }))
  keeper.accept(null)
  expect(keeper.current()).toEqual({ session, hasEnded: true, halfway: null })
})

test.each([
  ['where no page needs it', { isNeeded: false }],
  ['that was found on arrival and never confirmed', { isProven: false }],
])('a session %s just ends', async (_where, how) => {
  const { keeper, effects } = aKeeper(aSession('amara'), how)
  keeper.accept(null)
  expect(keeper.current()).toEqual({ session: null, hasEnded: false, halfway: null })
  expect(effects.forget).toHaveBeenCalledOnce()
  expect(await keeper.whenBack()).toBe(false)
})

test('leaving the page gives up what was waiting', async () => {
  const { keeper, leave, effects } = aKeeper()
  keeper.accept(null)
  const back = keeper.whenBack()
  leave()
  expect(await back).toBe(false)
  expect(keeper.current().session).toBeNull()
  expect(effects.forget).toHaveBeenCalledOnce()
})

test('a request of a part that is gone stops waiting', async () => {
  const { keeper } = aKeeper()
  keeper.accept(null)
  const gone = new AbortController()
  const back = keeper.whenBack(gone.signal)
  gone.abort(new Error('gone'))
  await expect(back).rejects.toThrow('gone')
})

test('a new level reads again, a refreshed token does not', () => {
  const { keeper, effects } = aKeeper()
  keeper.accept(aSession('amara', { token: 'refreshed' }))
  expect(effects.readAgain).not.toHaveBeenCalled()
  keeper.accept(aSession('amara', { aal: 'aal2' }))
  expect(effects.readAgain).toHaveBeenCalledOnce()
})
