import type { Tx } from '#server/platform/database/transactions.ts'
import type { Auth } from '../context/auth.ts'
import type { AuthSettings } from '../context/settings.ts'
import { queueHookCall } from '../hooks/hook-calls.ts'
import type { AuthRequest } from '../http/request.ts'
import { userView } from './user-view.ts'
import type { UserRow } from './users.ts'

/** Asks the hooks around the making of a person. */
export interface UserCreation {
  /** Inside the transaction, before the row: hook before_user_created in SQL. @throws AuthError its refusal */
  before(tx: Tx): Promise<void>
  /** Inside the transaction, after the row: hook after_user_created; over HTTP by a job. */
  after(tx: Tx, user: UserRow): Promise<void>
}

/** For people whom nobody has asked for: the demo's, and a test's. */
export const unasked: UserCreation = { before: async () => {}, after: async () => {} }

/**
 * Begins the making of a person: hook before_user_created over HTTP is asked here, so call it outside of the
 * transaction. Ask for known addresses too: what the hook says must not tell them apart.
 *
 * @throws AuthError the hook's refusal
 */
export async function beginUserCreation(
  auth: Pick<Auth, 'operatorHooks' | 'services'> & { settings: Pick<AuthSettings, 'audience'> },
  request: Pick<AuthRequest, 'address'>,
  person: { email?: string; phone?: string; metadata: Record<string, unknown>; provider: string },
): Promise<UserCreation> {
  const { operatorHooks: hooks, services } = auth
  const payload = (name: string, user: object) => ({
    metadata: {
      uuid: crypto.randomUUID(),
      time: services.clock.now().toISOString(),
      name,
      ip_address: request.address ?? '',
    },
    user,
  })
  const { email = '', phone = '', metadata, provider } = person
  const wanted = {
    aud: auth.settings.audience,
    role: 'authenticated',
    email,
    phone,
    app_metadata: provider === 'anonymous' ? {} : { provider, providers: [provider] },
    user_metadata: metadata,
    is_anonymous: provider === 'anonymous',
  }
  await hooks.outside('before_user_created', payload('before-user-created', wanted))
  return {
    async before(tx) {
      await hooks.inside(tx, 'before_user_created', payload('before-user-created', wanted))
    },
    async after(tx, user) {
      const told = payload('after-user-created', userView(user, null))
      await hooks.inside(tx, 'after_user_created', told)
      await queueHookCall(tx, { services, targets: hooks.targets }, 'after_user_created', told)
    },
  }
}
