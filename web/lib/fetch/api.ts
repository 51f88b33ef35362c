import type { Session } from '@supabase/auth-js'
import { FunctionsClient, FunctionsHttpError } from '@supabase/functions-js'
import { PostgrestClient } from '@supabase/postgrest-js'
import type { Tables } from '#db/rows.generated.ts'
import type { LookRow } from '#domain/account/record-looks.ts'
import type { SignIn } from '#domain/account/sign-ins.ts'
import type { UserProfile } from '#domain/memberships/memberships.ts'
import { liveMarkHeader } from '#domain/reads.ts'
import { currentClinicSlug } from '../clinic/clinic-address.ts'
import { connection } from '../offline/connection.ts'
import { config } from '../page/config.ts'
import { askingForProof, proofRequests } from '../proof/fresh-proof.ts'
import { reportSecondStepDemands } from '../proof/second-step-demands.ts'
import { guardianshipFor } from '../session/acting-for.ts'
import { auth, tokenAfterEnd } from '../session/auth.ts'
import { isAuthRetryableFetchError } from '../session/auth-errors.ts'
import { sessionKeeper } from '../session/session-keeper.ts'
import type { ActionInput, ActionName, ActionOutput } from './actions.ts'
import { apiErrorFrom } from './api-error.ts'
import { authorizedFetch } from './authorized-fetch.ts'
import { withFirstMark } from './live-mark.ts'
import { readsTogether } from './several-reads.ts'
import { steadyFetch } from './steady-fetch.ts'

const marked = withFirstMark((input, init) => fetch(input, init))

const authorized = authorizedFetch({
  accessToken: async () => tokenOf(await auth.getSession()),
  refreshedToken: async () => tokenOf(await auth.refreshSession()),
  tokenAfterEnd,
  isSignedIn: () => sessionKeeper.current().session !== null,
  clinicSlug: currentClinicSlug,
  publishableKey: config.publishableKey,
  guardianshipFor: (address) => guardianshipFor(address, location.pathname),
  fetch: steadyFetch(connection, readsTogether(marked.fetch, location.origin)),
})

/**
 * Sends the caller’s token and clinic, and waits for a connection, for a session that has ended, and for a proof of the person
 * where an act asks for it.
 */
export const apiFetch = reportSecondStepDemands(askingForProof(authorized, proofRequests.ask))

/** @throws when the session could not be refreshed for want of an answer: it has not ended */
function tokenOf({ data, error }: { data: { session: Session | null }; error: unknown }): string | null {
  if (isAuthRetryableFetchError(error))
    throw new TypeError('the session could not be refreshed', { cause: error })
  return data.session?.access_token ?? null
}

/** The newest `up_to` rows, below a row that was shown before. */
type HistoryPage = { below_id: number | null; up_to: number }

interface Database {
  public: {
    Tables: Tables
    Views: Record<never, never>
    Functions: {
      get_users_by_ids: { Args: { user_ids: string[] }; Returns: UserProfile[] }
      sign_ins_for_me: { Args: HistoryPage; Returns: SignIn[] }
      audit_log_for_me: { Args: HistoryPage; Returns: LookRow[] }
      texts_stopped_for_me: { Args: Record<never, never>; Returns: boolean }
    }
  }
}

/** Rows: `rest.from('plans').select('*')`. The query client does the retries. */
export const rest = new PostgrestClient<Database>(`${location.origin}/rest/v1`, {
  fetch: apiFetch,
  retry: false,
})

const functions = new FunctionsClient(`${location.origin}/functions/v1`, { customFetch: apiFetch })

/** Opens the stream of what has changed on the server since the page began to read, and changes. @throws when there is no answer */
export function openLiveStream(signal: AbortSignal): Promise<Response> {
  const mark = marked.mark()
  return apiFetch(`${location.origin}/live/v1`, {
    headers: { Accept: 'text/event-stream', ...(mark && { [liveMarkHeader]: mark }) },
    cache: 'no-store',
    signal,
  })
}

/**
 * An endpoint of the auth service that its published client has no method for: `/user/sessions`.
 *
 * @throws ApiError with the service's code and sentence; code `unreachable` without an answer
 */
export async function callAuth<Output>(method: 'GET' | 'DELETE', path: string): Promise<Output> {
  const response = await apiFetch(`${location.origin}/auth/v1${path}`, {
    method,
    headers: { 'X-Supabase-Api-Version': '2024-01-01' },
  }).catch(() => null)
  if (!response?.ok) throw await apiErrorFrom(response)
  return (await response.json()) as Output
}

/**
 * Calls a business action (`create-checkout`) with its input as JSON and gives its answer.
 *
 * @throws ApiError with the server's code, sentence and field errors; code `unreachable` without an answer
 */
export function callFunction<Name extends ActionName>(
  name: Name,
  ...[input]: CallArguments<Name>
): Promise<ActionOutput<Name>> {
  return invoke(name, input, {})
}

/** Calls a business action for a clinic that the page's address does not name: from the main site. */
export function callFunctionAt<Name extends ActionName>(
  slug: string,
  name: Name,
  ...[input]: CallArguments<Name>
): Promise<ActionOutput<Name>> {
  return invoke(name, input, { 'x-clinic': slug })
}

/**
 * Calls an action that answers with a file.
 *
 * @throws ApiError as `callFunction` does, also when the file breaks off
 */
export async function downloadFunction<
  Name extends 'export-members' | 'export-clinic' | 'clinic-invoices-zip',
>(name: Name, input: ActionInput<Name>): Promise<{ fileName: string; content: Uint8Array<ArrayBuffer> }> {
  const response = await apiFetch(`${location.origin}/functions/v1/${name}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(input),
  }).catch(() => null)
  if (!response?.ok) throw await apiErrorFrom(response)
  const content = await response.arrayBuffer().catch(() => null)
  if (!content) throw await apiErrorFrom(null)
  const named = /filename="([^"]+)"/.exec(response.headers.get('Content-Disposition') ?? '')
  return { fileName: named?.[1] ?? name, content: new Uint8Array(content) }
}

async function invoke<Name extends ActionName>(
  name: Name,
  input: ActionInput<Name> | undefined,
  headers: Record<string, string>,
): Promise<ActionOutput<Name>> {
  const { data, error } = await functions.invoke<ActionOutput<Name>>(name, { body: { ...input }, headers })
  if (error) throw await apiErrorFrom(error instanceof FunctionsHttpError ? error.context : null)
  return data as ActionOutput<Name>
}

/** Nothing to pass for an action that takes nothing, and something or nothing where all of it is optional. */
type CallArguments<Name extends ActionName> = keyof ActionInput<Name> extends never
  ? []
  : Record<never, never> extends ActionInput<Name>
    ? [input?: ActionInput<Name>]
    : [input: ActionInput<Name>]
