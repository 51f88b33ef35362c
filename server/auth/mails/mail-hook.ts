import type { Tx } from '#server/platform/database/transactions.ts'
import type { Mail } from '#server/platform/mail/mail.ts'
import type { Auth } from '../context/auth.ts'
import { queueHookCall } from '../hooks/hook-calls.ts'
import { answerOf } from '../hooks/hooks.ts'
import { callSqlHook } from '../hooks/sql-hook.ts'
import { userView } from '../people/user-view.ts'
import { findUser } from '../people/users.ts'

export interface MailAction {
  userId: string
  /** `signup`, `invite`, `recovery`, `magiclink`, `email_change_new`, `email_change_current`, `reauthentication` */
  type: string
  code: string | null
  /** Null for a code alone. */
  link: string | null
}

/**
 * Hook send_email replaces the mail if configured (docs/contracts/auth.md 7). Notices without a link or code are always
 * mailed.
 */
export async function queueMail(
  tx: Tx,
  { services, settings }: Pick<Auth, 'services' | 'settings'>,
  mail: Mail,
  action: MailAction,
): Promise<void> {
  const { hooks } = services.config
  const target = hooks.send_email
  if (!target) return services.mailer.queue(tx, mail)
  const user = await findUser(tx, action.userId)
  const link = action.link === null ? null : new URL(action.link).searchParams
  const payload = {
    user: user && { ...userView(user, null), ...(mail.to === user.email ? {} : { new_email: mail.to }) },
    email_data: {
      token: action.code ?? '',
      token_hash: link?.get('token_hash') ?? '',
      redirect_to: link?.get('redirect_to') ?? '',
      email_action_type: action.type,
      site_url: settings.siteUrl,
      token_new: '',
      token_hash_new: '',
    },
  }
  if (target.kind === 'sql') answerOf(await callSqlHook(tx, target, payload))
  else await queueHookCall(tx, { services, targets: hooks }, 'send_email', payload)
}
