import { sql } from 'kysely'
import type { Tx } from '#server/platform/database/transactions.ts'
import type { Mail } from '#server/platform/mail/mail.ts'

/**
 * A mail, a reason for none, or the account whose address must be confirmed first; for a patient without an account also
 * another way (docs/decisions/0177). `isAlone`: no text message goes besides.
 */
export type Decision =
  | { mail: Mail; isAlone?: true }
  | { skipped: string }
  | { waitsFor: string }
  | { instead: 'guardian' | 'text' | 'call'; patientId: string }

/** A reminder of a visit that moved, was canceled or has begun. */
export const withdrawn = 'withdrawn'

export const noAccount = 'no account'

/** A mail to the address came back, because it does not exist (docs/decisions/0219). */
export const addressGone = 'address gone'

/** Stripe has not confirmed the notice's fact (`money-facts.ts`). */
export const notConfirmed = 'not confirmed'

export interface Account {
  email: string
  name: string
  isProven: boolean
}

export async function accountOf(tx: Tx, userId: string): Promise<Account | undefined> {
  const user = await tx
    .selectFrom('auth.users')
    .select(['email', 'email_confirmed_at', 'user_metadata'])
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!user?.email) return undefined
  const { full_name: given } = (user.user_metadata ?? {}) as { full_name?: unknown }
  const name = (typeof given === 'string' && given.trim().slice(0, 200)) || (user.email.split('@')[0] ?? '')
  return { email: user.email, name, isProven: user.email_confirmed_at !== null }
}

/** @param mayBeUnproven mails also before the address is confirmed */
export async function toAccount(
  tx: Tx,
  userId: string,
  write: (account: Account) => Mail,
  { mayBeUnproven = false } = {},
): Promise<Decision> {
  const account = await accountOf(tx, userId)
  if (!account) return { skipped: noAccount }
  return account.isProven || mayBeUnproven ? { mail: write(account) } : { waitsFor: userId }
}

/** Does not mail an address that does not exist. Role `system`. */
export async function unlessGone(tx: Tx, clinicId: string, decision: Decision): Promise<Decision> {
  if (!('mail' in decision)) return decision
  const { rows } = await sql<{ isGone: boolean }>`
    select app.is_address_gone(${clinicId}, ${decision.mail.to}) as "isGone"`.execute(tx)
  return rows[0]?.isGone ? { skipped: addressGone } : decision
}

export async function toPatient(
  tx: Tx,
  clinicId: string,
  patientId: string,
  write: (to: string, account: Account) => Mail,
  options: { mayBeUnproven?: boolean } = {},
): Promise<Decision> {
  const patient = await tx
    .selectFrom('patients')
    .select('user_id')
    .where('clinic_id', '=', clinicId)
    .where('id', '=', patientId)
    .executeTakeFirstOrThrow()
  if (!patient.user_id) return { skipped: noAccount }
  return toAccount(tx, patient.user_id, (account) => write(account.email, account), options)
}

export async function isStillPatient(tx: Tx, clinicId: string, patientId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('patients as p')
    .innerJoin('clinic_memberships as m', (join) =>
      join
        .onRef('m.clinic_id', '=', 'p.clinic_id')
        .on((row) =>
          row.or([row('m.user_id', '=', row.ref('p.user_id')), row('m.patient_id', '=', row.ref('p.id'))]),
        ),
    )
    .select('m.id')
    .where('p.clinic_id', '=', clinicId)
    .where('p.id', '=', patientId)
    .where('m.role', '=', 'patient')
    .where('m.status', 'in', ['active', 'pending'])
    .where('m.ended_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

export async function isOnTeam(tx: Tx, clinicId: string, userId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('clinic_memberships')
    .select('id')
    .where('clinic_id', '=', clinicId)
    .where('user_id', '=', userId)
    .where('role', '<>', 'patient')
    .where('status', '=', 'active')
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}
