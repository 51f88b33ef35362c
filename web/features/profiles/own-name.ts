import type { User } from '@supabase/auth-js'
import { ownNameFrom } from '#domain/account/own-name.ts'
import { auth } from '#web/lib/session/auth.ts'

export async function withOwnName<Stored>(user: User, record: Promise<Stored>) {
  const stored = await record
  const { data } = await auth.getUser()
  return { ...stored, ...ownNameFrom(data.user?.user_metadata ?? user.user_metadata) }
}

/** Waits for a save that may have changed the name, then refreshes the session, which displays it. */
export async function thenRefreshName<Answer>(saved: Promise<Answer>): Promise<Answer> {
  const answer = await saved
  await auth.refreshSession()
  return answer
}
