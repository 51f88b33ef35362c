import type { Session } from '@supabase/auth-js'
import { expect, it, vi } from 'vitest'
import type { Client } from './auth-client.ts'
import { createSessionReports } from './session-reports.ts'
import type { StoredSession } from './stored-session.ts'

const session = { access_token: 'new' } as Session
const others = { access_token: 'other' } as Session

/** @param answer of the loaded client; without one it cannot be loaded */
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
  // the client was loaded by a request before: its own first word has been said
  ['the token had run out, and was refreshed', { state: 'unsure' }, session, session],
  ['what is stored is no session', { state: 'unsure' }, null, null],
  ['the client cannot be loaded', { state: 'unsure' }, undefined, null],
])('a page hears once what is found: %s', async (_, stored, answer, found) => {
  const heard = vi.fn()
  open(stored, answer).listen(heard)
  expect(heard).not.toHaveBeenCalled()
  await soon()
  expect(heard.mock.calls).toEqual([['INITIAL_SESSION', found]])
})

it('what the client says first is not said again', async () => {
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

it('a sign-in that is heard before what was stored stands', async () => {
  const reports = open({ state: 'unsure' }, session)
  const heard = vi.fn()
  reports.listen(heard)
  reports.say('SIGNED_IN', others)
  await soon()
  expect(heard.mock.calls).toEqual([['SIGNED_IN', others]])
})

it('a page that has gone hears nothing', async () => {
  const reports = open({ state: 'none' })
  const heard = vi.fn()
  reports.listen(heard)()
  await soon()
  reports.say('SIGNED_IN', others)
  expect(heard).not.toHaveBeenCalled()
})
