import { sql } from 'kysely'
import { reminderDays, remindersDue } from '#domain/account/confirmation-reminders.ts'
import { paths } from '#domain/paths.ts'
import { quietUntil } from '#domain/text-messages/quiet-hours.ts'
import { dayMs, hourMs } from '#domain/values/durations.ts'
import type { MailClinic } from '#server/clinic/accounts.ts'
import { confirmReminderMail } from '#server/emails/auth/confirmation-mails.ts'
import { clinicOrigin } from '#server/platform/config/config.ts'
import type { Tx } from '#server/platform/database/transactions.ts'
import { defineJob, type JobDefinition } from '#server/platform/jobs/jobs.ts'
import type { Auth } from '../context/auth.ts'
import { isBanned, isConfirmed, lockUser, updateUser } from '../people/users.ts'
import type { UserRow } from '../rows.ts'
import { sendConfirmation } from './mails.ts'

/** An outage of the jobs must not mail people who have given up. */
const givenUpAfterDays = 14

type Reminding = Pick<Auth, 'services' | 'settings' | 'sessionClock'>

/**
 * Mails a new link and code to patients who joined and have not confirmed their address, after 1, 3 and 7 days, once
 * each, and never at night; a late job sends the newest of those due. Skips banned and deleted accounts, members who left, and clinics that
 * are closing.
 */
export function remindConfirmation(auth: Reminding): JobDefinition {
  const { transactions, clock } = auth.services
  return defineJob({
    name: 'auth.remind-confirmation',
    cron: '23 * * * *',
    async run() {
      const now = clock.now()
      const ids = await transactions.withSystem('job:auth.remind-confirmation', (tx) => waiting(tx, now))
      let mailed = 0
      for (const id of ids) {
        const isMailed = await transactions.withSystem('job:auth.remind-confirmation', (tx) =>
          remind(tx, auth, id, now),
        )
        if (isMailed) mailed += 1
      }
      return { mailed }
    },
  })
}

async function waiting(tx: Tx, now: Date): Promise<string[]> {
  const since = sql<Date>`coalesce(email_corrected_at, created_at)`
  const rows = await tx
    .selectFrom('auth.users')
    .select(['id', 'created_at', 'email_corrected_at', 'confirmation_reminders'])
    .where('may_sign_in_unconfirmed', '=', true)
    .where('deleted_at', 'is', null)
    .where(since, '<=', new Date(now.getTime() - reminderDays[0] * dayMs))
    .where(since, '>', new Date(now.getTime() - givenUpAfterDays * dayMs))
    .orderBy('created_at')
    .execute()
  return rows
    .filter((user) => remindersDue(waitsSince(user), now) > user.confirmation_reminders)
    .map(({ id }) => id)
}

async function remind(tx: Tx, auth: Reminding, id: string, now: Date): Promise<boolean> {
  const user = await lockUser(tx, id)
  if (!user?.email || isConfirmed(user)) return false
  const due = remindersDue(waitsSince(user), now)
  if (due <= user.confirmation_reminders || hasJustBeenMailed(user, now)) return false
  const clinic = isBanned(user, auth.sessionClock.now()) ? null : await clinicJoined(tx, id)
  if (clinic && quietUntil(now, [clinic.timeZone])) return false
  await updateUser(tx, id, { confirmation_reminders: due }, now)
  if (!clinic) return false
  const url = new URL(paths.home, clinicOrigin(auth.services.config, clinic.subdomain)).href
  const mail = { user, email: user.email, target: { url, clinic } }
  await sendConfirmation(tx, auth, mail, confirmReminderMail)
  return true
}

function waitsSince(user: Pick<UserRow, 'created_at' | 'email_corrected_at'>): Date {
  return user.email_corrected_at ?? user.created_at
}

/** A reminder voids the code of the mail before it, which the patient may be entering. */
function hasJustBeenMailed({ confirmation_sent_at: sentAt }: UserRow, now: Date): boolean {
  return sentAt !== null && now.getTime() - sentAt.getTime() < hourMs
}

/** The clinic that waits for the patient, the latest of several. */
async function clinicJoined(tx: Tx, userId: string): Promise<(MailClinic & { timeZone: string }) | null> {
  const joined = await tx
    .selectFrom('clinic_memberships as m')
    .innerJoin('clinics as c', 'c.id', 'm.clinic_id')
    .select(['c.id', 'c.name', 'c.subdomain', 'c.color', 'c.time_zone as timeZone'])
    .where('m.user_id', '=', userId)
    .where('m.status', '=', 'pending')
    .where('m.ended_at', 'is', null)
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('app.clinic_closings as g')
            .select('g.clinic_id')
            .whereRef('g.clinic_id', '=', 'c.id')
            .where('g.withdrawn_at', 'is', null),
        ),
      ),
    )
    .orderBy('m.created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return joined ?? null
}
