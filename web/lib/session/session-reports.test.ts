import type { Session } from '@supabase/auth-js'
import { expect, it, vi } from 'vitest'
import type { Client } from './auth-client.ts'
import { createSessionReports } from './session-reports.ts'
import type { StoredSession } from './stored-session.ts'

const session = { access_token: 'new' } as Session
const others = { access_token: 'other' } as Session

/** @param answer of the loaded client; undefined if it cannot be loaded */
function open(stored: StoredSession, answer?: Session | null) {
  const load = async () => {
    if (answer === undefined) throw new Error('no network')
    return { getSession: async () => ({ data: { session: answer }, error: null }) } as unknown as Client
  }
  return createSessionReports(() => stored, load)
}

const soon = () => new Promise((done) => setTimeout(done))

it.each<[string, StoredSession, Session | null | undefined, Session | null]>([
  ['nothing is stored', { state: 'none' }, undefined, null],
  ['the stored token is good', { state: 'fresh', session: session as never }, undefined, session],
  // an earlier request loaded the client, so it has already reported INITIAL_SESSION
  ['the token had run out, and was refreshed', { state: 'unsure' }, session, session],
  ['what is stored is no session', { state: 'unsure' }, null, null],
  ['the client cannot be loaded', { state: 'unsure' }, undefined, null],
])('reports the initial session once: %s', async (_, stored, answer, found) => {
  const heard = vi.fn()
  open(stored, answer).listen(heard)
  expect(heard).not.toHaveBeenCalled()
  await soon()
  expect(heard.mock.calls).toEqual([['INITIAL_SESSION', found]])
})

it('ignores the client’s INITIAL_SESSION after its own', async () => {
  const reports = open({ state: 'unsure' }, session)
  const heard = vi.fn()
  reports.listen(heard)
  reports.say('INITIAL_SESSION', session)
  await soon()
  reports.say('INITIAL_SESSION', session)
  reports.say('SIGNED_OUT', null)
  expect(heard.mock.calls).toEqual([
    ['INITIAL_SESSION', session],
    ['SIGNED_OUT', null],
  ])
})

it('reports a sign-in that arrives before the stored session was read', async () => {
  const reports = open({ state: 'unsure' }, session)
  const heard = vi.fn()
  reports.listen(heard)
  reports.say('SIGNED_IN', others)
  await soon()
  expect(heard.mock.calls).toEqual([['SIGNED_IN', others]])
})

it('reports nothing to a page that has gone', async () => {
  const reports = open({ state: 'none' })
  const heard = vi.fn()
  reports.listen(heard)()
  await soon()
  reports.say('SIGNED_IN', others)
  expect(heard).not.toHaveBeenCalled()
})
