import type { CalendarService } from '#domain/outside-calendars/outside-calendars.ts'
import type { Services } from '#server/clinic/action.ts'
import type { Tx } from '#server/platform/database/transactions.ts'
import { defineJob, type JobResult } from '#server/platform/jobs/jobs.ts'
import { openSecret } from './read-outside-calendar.ts'

const revokeJob = 'outside-calendars.revoke'

interface Revoked {
  service: CalendarService
  /** Which sealed the token. */
  calendarId: string
  /** The sealed refresh token, in base64. */
  token: string
}

/** Ends the consent of a calendar whose row is deleted in the same transaction. Nothing for an address. */
export async function revokeLater(
  tx: Tx,
  { jobs }: Pick<Services, 'jobs'>,
  { id, source, secret }: { id: string; source: string; secret: Uint8Array },
): Promise<void> {
  if (source === 'address') return
  const data: Revoked = {
    service: source as CalendarService,
    calendarId: id,
    token: Buffer.from(secret).toString('base64'),
  }
  await jobs.enqueue(tx, revokeJob, data, { once: id })
}

/** Ends a consent at its service. Repeated while the service does not answer. */
export function revokeConsent({ outsideCalendars }: Pick<Services, 'outsideCalendars'>) {
  return defineJob<Revoked>({
    name: revokeJob,
    async run({ service, calendarId, token }): Promise<JobResult> {
      const refreshToken = openSecret(outsideCalendars, {
        id: calendarId,
        secret: Buffer.from(token, 'base64'),
      })
      const connection = outsideCalendars.services[service]
      if (!refreshToken || !connection) return { service, revoked: false }
      await connection.revoke(refreshToken)
      return { service, revoked: true }
    },
  })
}
