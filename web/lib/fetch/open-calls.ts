import type { Session } from '@supabase/auth-js'
import type { DemoView } from '#domain/access/demo.ts'
import type { ActionInput, ActionName, ActionOutput } from './actions.ts'
import { apiErrorFrom } from './api-error.ts'

/*
 * Public calls from pages that do not load the session (web/prerendered/). They send no token and fail at once without
 * a connection.
 */

/** @throws ApiError with the server's code, message and field errors; code `unreachable` without an answer */
export async function callOpenFunction<Name extends ActionName>(
  name: Name,
  input: ActionInput<Name>,
): Promise<ActionOutput<Name>> {
  const response = await post(`/functions/v1/${name}`, input)
  if (!response?.ok) throw await apiErrorFrom(response)
  return (await response.json()) as ActionOutput<Name>
}

/** Stores a lead's address. @throws ApiError with the data API's code */
export async function insertLead(email: string): Promise<void> {
  const response = await post('/rest/v1/leads', { email }, { Prefer: 'return=minimal' })
  if (!response?.ok) throw await apiErrorFrom(response)
}

/** Opens a visitor's session in the demo clinic. @throws ApiError `demo_missing` if there is none */
export async function openDemo(view: DemoView): Promise<Pick<Session, 'access_token' | 'refresh_token'>> {
  const response = await post('/auth/v1/demo', { view }, { 'X-Supabase-Api-Version': '2024-01-01' })
  if (!response?.ok) throw await apiErrorFrom(response)
  return (await response.json()) as Session
}

function post(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Response | null> {
  return fetch(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  }).catch(() => null)
}
