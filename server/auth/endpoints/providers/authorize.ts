import type { Auth } from '#server/auth/context/auth.ts'
import { AuthError } from '#server/auth/errors.ts'
import { beginProviderFlow } from '#server/auth/flows/provider-flows.ts'
import { errorParams, redirectTo, redirectWith } from '#server/auth/http/redirect-answers.ts'
import { type AuthRequest, requestedRedirects } from '#server/auth/http/request.ts'
import { resolveRedirect } from '#server/auth/redirects/redirects.ts'

/** docs/contracts/auth.md 3.5 */
export async function authorize(auth: Auth, request: AuthRequest): Promise<Response> {
  try {
    return redirectTo(await beginProviderFlow(auth, request, null), 302)
  } catch (error) {
    // shows a page instead of JSON while the provider is unreachable
    if (!(error instanceof AuthError) || error.status !== 503) throw error
    const { services, settings } = auth
    const target = await services.transactions.withSystem('sign-in', (tx) =>
      resolveRedirect(tx, services.config, settings, requestedRedirects(request)),
    )
    return redirectWith(target.url, errorParams(error), { where: 'both', status: 302 })
  }
}
