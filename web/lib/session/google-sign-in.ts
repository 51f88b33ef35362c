import type { AuthClient, Session } from '@supabase/auth-js'
import { loadPart } from '../page/page-chunks.ts'
import { tabStore } from '../page/stores.ts'

/** The purpose of a sign-in at Google or an organization, stored per tab. */
export type GoogleIntent =
  | { kind: 'sign-in' }
  | { kind: 'organization' }
  | { kind: 'patient-sign-up' }
  | { kind: 'clinic-sign-up' }
  | { kind: 'join'; clinicId: string }

export interface BegunFlow {
  intent: GoogleIntent
  flowId: string | null
}

const begunKey = 'carefold-google-begun'

/** The PKCE verifier stays in this tab. `auth` stores the resulting session, whose cookie all hosts share. */
const verifierStorage = {
  getItem: (key: string) => (isVerifier(key) ? tabStore.getItem(key) : null),
  setItem: (key: string, value: string) => {
    if (isVerifier(key)) tabStore.setItem(key, value)
  },
  removeItem: (key: string) => tabStore.removeItem(key),
}

function isVerifier(key: string): boolean {
  return key.includes('-code-verifier')
}

/** Loads the flow before the button is pressed. */
export function prepareToLeave(): void {
  void flow().catch(() => {})
}

let client: InstanceType<typeof AuthClient> | undefined
async function flow(): Promise<InstanceType<typeof AuthClient>> {
  const { AuthClient } = await loadPart(() => import('@supabase/auth-js'))
  client ??= new AuthClient({
    url: `${location.origin}/auth/v1`,
    storageKey: 'carefold-google',
    storage: verifierStorage,
    flowType: 'pkce',
    detectSessionInUrl: false,
    autoRefreshToken: false,
    persistSession: true,
  })
  return client
}

/**
 * Redirects to Google, which returns to the site's root (docs/specification.md A7) and from there to /auth/callback.
 *
 * @param clinicQuery `?c=sunrise` on a host that several clinics share, else empty
 * @returns the reason if the browser did not leave, or null
 */
export async function goToGoogle(intent: GoogleIntent, clinicQuery: string): Promise<Error | null> {
  try {
    const redirectTo = `${location.origin}/${clinicQuery}`
    const { data, error } = await (await flow()).signInWithOAuth({
      provider: 'google',
      options: { scopes: 'email profile', redirectTo, skipBrowserRedirect: true },
    })
    if (error) return error
    const begun: BegunFlow = { intent, flowId: data.flowId ?? null }
    tabStore.setItem(begunKey, JSON.stringify(begun))
    location.assign(data.url)
    return null
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}

/**
 * Redirects to a clinic's identity provider; the return is the same as from Google.
 *
 * @returns the reason if the browser did not leave, or null
 */
export async function goToOrganization(providerId: string, clinicQuery: string): Promise<Error | null> {
  try {
    const redirectTo = `${location.origin}/${clinicQuery}`
    const { data, error } = await (await flow()).signInWithSSO({
      providerId,
      options: { redirectTo, skipBrowserRedirect: true },
    })
    if (error) return error
    const begun: BegunFlow = { intent: { kind: 'organization' }, flowId: null }
    tabStore.setItem(begunKey, JSON.stringify(begun))
    location.assign(data.url)
    return null
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}

/** Returns and forgets the flow started in this tab; a plain sign-in if there is none. */
export function takeBegunFlow(): BegunFlow {
  const stored = tabStore.getItem(begunKey)
  tabStore.removeItem(begunKey)
  return stored ? (JSON.parse(stored) as BegunFlow) : { intent: { kind: 'sign-in' }, flowId: null }
}

/** Exchanges the redirect's code for a session. @returns null if the code is used, expired, or from another tab */
export async function redeemGoogleCode(code: string, flowId: string | null): Promise<Session | null> {
  const { data, error } = await (await flow()).exchangeCodeForSession(code, flowId ? { flowId } : undefined)
  return error ? null : data.session
}
