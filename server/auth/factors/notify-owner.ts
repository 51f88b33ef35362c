import { paths } from '#domain/paths.ts'
import {
  factorAddedMail,
  factorRemovedMail,
  recoveryCodeUsedMail,
} from '#server/emails/auth/second-factor-mails.ts'
import { brandOf } from '#server/emails/brand.ts'
import type { Tx } from '#server/platform/database/transactions.ts'
import type { Mail } from '#server/platform/mail/mail.ts'
import type { Auth } from '../context/auth.ts'
import type { FactorRow, UserRow } from '../rows.ts'
import type { AnyFactorType } from '../sessions/assurance.ts'

type Owner = Pick<UserRow, 'email'>

export async function notifyFactorAdded(tx: Tx, auth: Auth, owner: Owner, factor: FactorRow): Promise<void> {
  const type = factor.factor_type as AnyFactorType
  await notify(tx, auth, owner, (to) => factorAddedMail({ ...to, type }))
}

export async function notifyFactorRemoved(
  tx: Tx,
  auth: Auth,
  owner: Owner,
  factor: FactorRow,
): Promise<void> {
  const type = factor.factor_type as AnyFactorType
  await notify(tx, auth, owner, (to) => factorRemovedMail({ ...to, type }))
}

/** @param remaining how many codes are left */
export async function notifyRecoveryCodeUsed(
  tx: Tx,
  auth: Auth,
  owner: Owner,
  remaining: number,
): Promise<void> {
  await notify(tx, auth, owner, (to) => recoveryCodeUsedMail({ ...to, remaining }))
}

async function notify(
  tx: Tx,
  { services, settings }: Auth,
  owner: Owner,
  write: (to: { to: string; brand: ReturnType<typeof brandOf>; settingsLink: string }) => Mail,
): Promise<void> {
  if (!owner.email) return
  const settingsLink = new URL(paths.settingsPassword, settings.siteUrl).href
  await services.mailer.queue(tx, write({ to: owner.email, brand: brandOf(null), settingsLink }))
}
