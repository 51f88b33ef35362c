import type { Tx } from '#server/platform/database/transactions.ts'
import type { Auth } from '../context/auth.ts'
import { queueHookCall } from '../hooks/hook-calls.ts'
import type { UserRow } from '../rows.ts'
import { userView } from './user-view.ts'

export interface UserCreation {
  /** Before the insert: before_user_created as a SQL hook. @throws AuthError its refusal */
  before(tx: Tx): Promise<void>
  /** After the insert: after_user_created; over HTTP by a job. */
  after(tx: Tx, user: UserRow): Promise<void>
}

/** For demo and test people. */
export const withoutHooks: UserCreation = { before: async () => {}, after: async () => {} }

/**
 * Call it outside of any transaction, and for known addresses too, which the answer must not reveal.
 * @throws AuthError the hook's refusal
 */
export async function beginUserCreation(
  auth: Pick<Auth, 'operatorHooks' | 'services'> & { settings: { audience: string } },
  request: { address: string | null },
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
  const proposed = {
    aud: auth.settings.audience,
    role: 'authenticated',
    email,
    phone,
    app_metadata: provider === 'anonymous' ? {} : { provider, providers: [provider] },
    user_metadata: metadata,
    is_anonymous: provider === 'anonymous',
  }
  await hooks.outside('before_user_created', payload('before-user-created', proposed))
  return {
    async before(tx) {
      await hooks.inside(tx, 'before_user_created', payload('before-user-created', proposed))
    },
    async after(tx, user) {
      const created = payload('after-user-created', userView(user, null))
      await hooks.inside(tx, 'after_user_created', created)
      await queueHookCall(tx, { services, targets: hooks.targets }, 'after_user_created', created)
    },
  }
}
