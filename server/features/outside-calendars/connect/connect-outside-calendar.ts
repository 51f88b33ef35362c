import { randomUUID } from 'node:crypto'
import { AppError } from '#domain/errors.ts'
import { connectOutsideCalendarInput } from '#domain/outside-calendars/outside-calendars.ts'
import { action } from '#server/clinic/action.ts'
import { ownProvider } from '#server/clinic/own-record.ts'
import { asSystem } from '#server/platform/database/transactions.ts'
import { newVerifier } from '#server/platform/outside-calendar/calendar-service.ts'
import { consentMs, sealState } from './consent-state.ts'
import { requirePlace } from './finish-outside-calendar.ts'

/**
 * Starts to connect the caller's main calendar at Google or Microsoft. A later start replaces an unfinished one.
 * @returns the address of the service's consent page
 * @throws AppError `not_allowed`, `second_step_required`; `not_found` for members who see no patients
 * @throws AppError `calendar_not_offered` without the service's settings; `calendar_limit`
 */
export const connectOutsideCalendar = action({
  name: 'connect-outside-calendar',
  input: connectOutsideCalendarInput,
  access: 'appointments:read',
  run: (tx, { clinicId, userId, actor, outsideCalendars, now }, { service }): Promise<{ url: string }> =>
    asSystem(tx, async () => {
      const providerId = await ownProvider(tx, clinicId, userId)
      const connection = outsideCalendars.services[service]
      if (!connection) throw new AppError('calendar_not_offered')
      if (!actor.sessionId) throw new AppError('not_signed_in')
      await requirePlace(tx, { clinicId, providerId }, service)
      const { secrets } = outsideCalendars
      const id = randomUUID()
      const verifier = newVerifier()
      const request = {
        id,
        session_id: actor.sessionId,
        verifier: secrets.seal(verifier, id),
        expires_at: new Date(now().getTime() + consentMs),
      }
      await tx
        .insertInto('app.outside_calendar_requests')
        .values({ clinic_id: clinicId, provider_id: providerId, service, ...request })
        .onConflict((rule) => rule.columns(['clinic_id', 'provider_id', 'service']).doUpdateSet(request))
        .execute()
      const state = sealState(secrets, { id, subdomain: actor.clinicSubdomain ?? '', service })
      return { url: connection.authorizeUrl(state, verifier) }
    }),
})
