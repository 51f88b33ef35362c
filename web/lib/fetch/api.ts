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
import { settingTheClock } from '../page/clock.ts'
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
import { sendingOnce } from './once.ts'
import { readsTogether } from './several-reads.ts'
import { steadyFetch } from './steady-fetch.ts'

const marked = withFirstMark(settingTheClock((input, init) => fetch(input, init)))

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
 * Sends the caller's token and clinic. Waits for a connection, for sign-in after a session ended, and for a fresh proof
 * if an action requires one. Sends a double event's write once.
 */
export const apiFetch = sendingOnce(reportSecondStepDemands(askingForProof(authorized, proofRequests.ask)))

/** @throws when a refresh got no answer: the session has not ended */
function tokenOf({ data, error }: { data: { session: Session | null }; error: unknown }): string | null {
  if (isAuthRetryableFetchError(error))
    throw new TypeError('the session could not be refreshed', { cause: error })
  return data.session?.access_token ?? null
}

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
      email_gone_for_me: { Args: Record<never, never>; Returns: string | null }
    }
  }
}

/** The data API: `rest.from('plans').select('*')`. The query client retries. */
export const rest = new PostgrestClient<Database>(`${location.origin}/rest/v1`, {
  fetch: apiFetch,
  retry: false,
})

const functions = new FunctionsClient(`${location.origin}/functions/v1`, { customFetch: apiFetch })

/** Opens the stream of changes on the server. @throws without an answer */
export function openLiveStream(signal: AbortSignal): Promise<Response> {
  const mark = marked.mark()
  return apiFetch(`${location.origin}/live/v1`, {
    headers: { Accept: 'text/event-stream', ...(mark && { [liveMarkHeader]: mark }) },
    cache: 'no-store',
    signal,
  })
}

/**
 * Calls an endpoint that the auth service's published client lacks: `/user/sessions`.
 *
 * @throws ApiError with the service's code and message; code `unreachable` without an answer
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
 * Calls a business action (`create-checkout`).
 *
 * @throws ApiError with the server's code, message and field errors; code `unreachable` without an answer
 */
export function callFunction<Name extends ActionName>(
  name: Name,
  ...[input]: CallArguments<Name>
): Promise<ActionOutput<Name>> {
  return invoke(name, input, {})
}

/** Calls a business action for another clinic than the URL's: from the main site. */
export function callFunctionAt<Name extends ActionName>(
  slug: string,
  name: Name,
  ...[input]: CallArguments<Name>
): Promise<ActionOutput<Name>> {
  return invoke(name, input, { 'x-clinic': slug })
}

/** Calls an action that returns a file. @throws ApiError as `callFunction`, also if the download is cut off */
export async function downloadFunction<
  Name extends
    | 'export-members'
    | 'export-clinic'
    | 'export-record'
    | 'export-own-record'
    | 'clinic-invoices-zip'
    | 'export-money'
    | 'export-year-statements',
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

/** No argument for an action without input; an optional one if all fields are optional. */
type CallArguments<Name extends ActionName> = keyof ActionInput<Name> extends never
  ? []
  : Record<never, never> extends ActionInput<Name>
    ? [input?: ActionInput<Name>]
    : [input: ActionInput<Name>]
