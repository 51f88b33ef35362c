import { randomUUID } from 'node:crypto'
import { AppError } from '#domain/errors.ts'
import { type CalendarService, mostOutsideCalendars } from '#domain/outside-calendars/outside-calendars.ts'
import { consentInput } from '#domain/values/consent-return.ts'
import { dateIn } from '#domain/values/zones.ts'
import { type ClinicCtx, outwardAction } from '#server/clinic/action.ts'
import { audit } from '#server/clinic/audit.ts'
import { clinicZone } from '#server/clinic/clinic-zone.ts'
import { ownProvider } from '#server/clinic/own-record.ts'
import { asSystem, type Tx } from '#server/platform/database/transactions.ts'
import type { BusyEvent } from '#server/platform/outside-calendar/busy-events.ts'
import type { CalendarConnection } from '#server/platform/outside-calendar/calendar-service.ts'
import { CalendarUnread } from '#server/platform/outside-calendar/read-address.ts'
import { windowOf } from '../read-outside-calendar.ts'
import { revokeLater } from '../revoke-consent.ts'
import { storeBusyTimes } from '../store-busy-times.ts'
import { openState } from './consent-state.ts'

/**
 * Connects the caller's main calendar after the consent at Google or Microsoft, and reads it once. The refresh token is
 * stored encrypted.
 * @throws AppError `not_allowed`, `second_step_required`; `not_found` for members who see no patients
 * @throws AppError `calendar_connection_over` if another session, member or clinic started, more than ten minutes ago, or if
 * it was used; `calendar_not_allowed` without the permission; `calendar_limit`; `calendar_unavailable`
 */
export const finishOutsideCalendar = outwardAction({
  name: 'finish-outside-calendar',
  input: consentInput,
  access: 'appointments:read',
  async run(ctx, { code, state }): Promise<{ id: string; service: CalendarService }> {
    const { service, verifier, zone } = await claim(ctx, state)
    const connection = ctx.outsideCalendars.services[service]
    if (!connection) throw new AppError('calendar_not_offered')
    const read = await firstRead(ctx, { service, connection, code, verifier, zone })
    const id = await ctx.transactions
      .withActor(ctx.caller, (tx) => asSystem(tx, () => store(tx, ctx, { service, zone, ...read })))
      .catch(async (error: unknown) => {
        await discard(ctx, service, read.refreshToken)
        throw error
      })
    return { id, service }
  },
})

/** Takes the request, so that a second use finds none. */
function claim(
  { clinicId, userId, caller, transactions, outsideCalendars: { secrets }, now }: ClinicCtx,
  sealed: string,
): Promise<{ service: CalendarService; verifier: string; zone: string }> {
  return transactions.withActor(caller, (tx, { sessionId }) =>
    asSystem(tx, async () => {
      const providerId = await ownProvider(tx, clinicId, userId)
      const state = openState(secrets, sealed)
      if (!state || !sessionId) throw new AppError('calendar_connection_over')
      const request = await tx
        .deleteFrom('app.outside_calendar_requests')
        .where('clinic_id', '=', clinicId)
        .where('id', '=', state.id)
        .where('provider_id', '=', providerId)
        .where('session_id', '=', sessionId)
        .where('expires_at', '>', now())
        .returning(['service', 'verifier'])
        .executeTakeFirst()
      if (!request) throw new AppError('calendar_connection_over')
      return {
        service: request.service as CalendarService,
        verifier: secrets.open(request.verifier, state.id),
        zone: await clinicZone(tx, clinicId),
      }
    }),
  )
}

async function firstRead(
  ctx: ClinicCtx,
  asked: {
    service: CalendarService
    connection: CalendarConnection
    code: string
    verifier: string
    zone: string
  },
): Promise<{ refreshToken: string; events: BusyEvent[] }> {
  const { service, connection, code, verifier, zone } = asked
  let refreshToken: string | null = null
  try {
    refreshToken = await connection.exchange(code, verifier)
    const events = await connection.busyTimes(refreshToken, windowOf(zone, ctx.now()), async (next) => {
      refreshToken = next
    })
    return { refreshToken, events }
  } catch (error) {
    if (refreshToken) await discard(ctx, service, refreshToken)
    if (!(error instanceof CalendarUnread)) throw error
    const isRefused = ['revoked', 'refused', 'gone'].includes(error.reason)
    throw new AppError(isRefused ? 'calendar_not_allowed' : 'calendar_unavailable', { cause: error })
  }
}

/** A consent that is not stored is given back. */
function discard(ctx: ClinicCtx, service: CalendarService, refreshToken: string): Promise<void> {
  const id = randomUUID()
  const secret = ctx.outsideCalendars.secrets.seal(refreshToken, id)
  return ctx.transactions.withSystem('outside-calendars', (tx) =>
    revokeLater(tx, ctx, { id, source: service, secret }),
  )
}

/** @returns the calendar's id: the same one when a provider connects again */
async function store(
  tx: Tx,
  ctx: ClinicCtx,
  given: { service: CalendarService; zone: string; refreshToken: string; events: BusyEvent[] },
): Promise<string> {
  const { clinicId, userId, outsideCalendars } = ctx
  const { service, zone, refreshToken, events } = given
  const providerId = await ownProvider(tx, clinicId, userId)
  await requirePlace(tx, { clinicId, providerId }, service)
  const existing = await tx
    .selectFrom('app.outside_calendars')
    .select('id')
    .where('clinic_id', '=', clinicId)
    .where('provider_id', '=', providerId)
    .where('source', '=', service)
    .executeTakeFirst()
  const id = existing?.id ?? randomUUID()
  const now = ctx.now()
  const state = {
    secret: outsideCalendars.secrets.seal(refreshToken, id),
    ...{ read_at: now, tried_at: now, expanded_on: dateIn(now, zone) },
    ...{ failure: null, failures: 0, retry_at: null },
  }
  await tx
    .insertInto('app.outside_calendars')
    .values({
      ...{ clinic_id: clinicId, id, provider_id: providerId, source: service },
      ...{ host: hosts[service], created_at: now, ...state },
    })
    .onConflict((rule) => rule.columns(['clinic_id', 'id']).doUpdateSet(state))
    .execute()
  await storeBusyTimes(tx, { clinicId, id, providerId }, events)
  await audit(tx, 'schedule.outside_calendar_added', { type: 'provider', id: providerId }, {}, clinicId)
  return id
}

const hosts = { google: 'www.googleapis.com', microsoft: 'graph.microsoft.com' } as const

/**
 * Role `system`, with the provider locked.
 * @throws AppError `calendar_limit`
 */
export async function requirePlace(
  tx: Tx,
  { clinicId, providerId }: { clinicId: string; providerId: string },
  service: CalendarService,
): Promise<void> {
  const others = await tx
    .selectFrom('app.outside_calendars')
    .select('id')
    .where('clinic_id', '=', clinicId)
    .where('provider_id', '=', providerId)
    .where('source', '<>', service)
    .execute()
  if (others.length >= mostOutsideCalendars) throw new AppError('calendar_limit')
}
