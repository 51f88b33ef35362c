import * as z from 'zod/mini'
import type { Auth } from '#server/auth/context/auth.ts'
import { emailExists } from '#server/auth/errors.ts'
import { requireEmail } from '#server/auth/http/addresses.ts'
import { optionalMetadata, readBody, text } from '#server/auth/http/body.ts'
import { type AuthRequest, audienceForNew, json, requestedRedirects } from '#server/auth/http/request.ts'
import { sendInvite } from '#server/auth/mails/mails.ts'
import { identitiesOf } from '#server/auth/people/identities.ts'
import { insertEmailUser } from '#server/auth/people/new-users.ts'
import { beginUserCreation } from '#server/auth/people/user-creation.ts'
import { userView } from '#server/auth/people/user-view.ts'
import { findUserByEmail, isConfirmed } from '#server/auth/people/users.ts'
import { resolveRedirect } from '#server/auth/redirects/redirects.ts'
import { inTransaction } from '#server/auth/transaction.ts'
import { audit } from '#server/clinic/audit.ts'
import { retryIfTaken } from '#server/platform/database/retry-if-taken.ts'

const inviteBody = z.object({ email: text, data: optionalMetadata })

/** docs/contracts/auth.md 3.1. Clinics use the function invite-patient. */
export async function invite(auth: Auth, request: AuthRequest): Promise<Response> {
  const body = await readBody(request.raw, inviteBody)
  const email = requireEmail(body.email)
  const { settings, services } = auth
  const audience = audienceForNew(request, settings)
  const metadata = body.data ?? {}
  const creation = await beginUserCreation(auth, request, { email, metadata, provider: 'email' })
  const view = await retryIfTaken(() =>
    inTransaction(auth, request, async (tx) => {
      const now = services.clock.now()
      const target = await resolveRedirect(tx, services.config, settings, requestedRedirects(request))
      const known = await findUserByEmail(tx, email, audience)
      if (known && isConfirmed(known)) throw emailExists()
      const person = { email, audience, passwordHash: null, metadata, invitedAt: now, creation, now }
      const user = known ?? (await insertEmailUser(tx, person))
      await audit(tx, 'auth.user_invited', { type: 'user', id: user.id })
      const invited = await sendInvite(tx, auth, { user, email, target })
      return userView(invited, await identitiesOf(tx, user.id))
    }),
  )
  return json(view)
}
