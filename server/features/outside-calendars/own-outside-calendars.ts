import { randomUUID } from 'node:crypto'
import * as z from 'zod/mini'
import { AppError } from '#domain/errors.ts'
import {
  addOutsideCalendarInput,
  calendarServices,
  mostOutsideCalendars,
  type OutsideCalendar,
  type OwnOutsideCalendars,
  outsideCalendarInput,
} from '#domain/outside-calendars/outside-calendars.ts'
import { type CalendarFailure, outsideCalendarTexts } from '#domain/texts/outside-calendars.ts'
import { dateIn } from '#domain/values/zones.ts'
import { action, outwardAction } from '#server/clinic/action.ts'
import { audit } from '#server/clinic/audit.ts'
import { clinicZone } from '#server/clinic/clinic-zone.ts'
import { ownProvider } from '#server/clinic/own-record.ts'
import { asSystem, type Tx } from '#server/platform/database/transactions.ts'
import { CalendarUnread } from '#server/platform/outside-calendar/read-address.ts'
import { expand, openSecret, readOutsideCalendar } from './read-outside-calendar.ts'
import { revokeLater } from './revoke-consent.ts'
import { storeBusyTimes } from './store-busy-times.ts'

const { errors } = outsideCalendarTexts

/**
 * Returns the caller's own calendars, without their addresses. Contains nothing about patients.
 * @throws AppError `not_allowed`
 */
export const ownOutsideCalendars = action({
  name: 'own-outside-calendars',
  input: z.object({}),
  access: 'clinic:read',
  async run(tx, { clinicId, userId, outsideCalendars }): Promise<OwnOutsideCalendars> {
    const provider = await tx
      .selectFrom('providers')
      .select('id')
      .where('clinic_id', '=', clinicId)
      .where('user_id', '=', userId)
      .where('is_active', '=', true)
      .executeTakeFirst()
    if (!provider) return { isProvider: false, services: [], calendars: [] }
    return {
      isProvider: true,
      services: calendarServices.filter((service) => outsideCalendars.services[service]),
      calendars: await asSystem(tx, () => calendarsOf(tx, clinicId, provider.id)),
    }
  },
})

/**
 * Connects a calendar by its private address, after reading it once. The address is stored encrypted and not shown
 * again.
 * @throws AppError `not_allowed`, `second_step_required`; `not_found` for members who see no patients
 * @throws AppError `invalid_input` at `address`, if no calendar can be read there or the limit is reached
 */
export const addOutsideCalendar = outwardAction({
  name: 'add-outside-calendar',
  input: addOutsideCalendarInput,
  access: 'appointments:read',
  async run(ctx, input): Promise<{ id: string }> {
    const { clinicId, userId, transactions, outsideCalendars } = ctx
    const zone = await transactions.withActor(ctx.caller, (tx) =>
      asSystem(tx, async () => {
        const providerId = await ownProvider(tx, clinicId, userId)
        await requireNew(ctx, tx, providerId, input.address)
        return clinicZone(tx, clinicId)
      }),
    )
    const now = ctx.now()
    const address = new URL(input.address)
    const { answer, events } = await outsideCalendars
      .read(address, { etag: null, modified: null })
      .then(async (read) => {
        if (read === 'unchanged') throw new CalendarUnread('unreachable')
        return { answer: read, events: await expand(read, zone, now) }
      })
      .catch((error: unknown) => {
        throw error instanceof CalendarUnread ? unreadAddress(error.reason) : error
      })
    return transactions.withActor(ctx.caller, (tx) =>
      asSystem(tx, async () => {
        const providerId = await ownProvider(tx, clinicId, userId)
        await requireNew(ctx, tx, providerId, input.address)
        const id = randomUUID()
        await tx
          .insertInto('app.outside_calendars')
          .values({
            ...{ clinic_id: clinicId, id, provider_id: providerId },
            source: 'address',
            secret: outsideCalendars.secrets.seal(input.address, id),
            host: address.hostname,
            ...{ created_at: now, read_at: now, tried_at: now, expanded_on: dateIn(now, zone) },
            ...{ etag: answer.etag, modified: answer.modified },
          })
          .execute()
        await storeBusyTimes(tx, { clinicId, id, providerId }, events)
        await audit(tx, 'schedule.outside_calendar_added', { type: 'provider', id: providerId }, {}, clinicId)
        return { id }
      }),
    )
  },
})

/**
 * Reads one of the caller's calendars now, unless it was read in the last minute.
 * @throws AppError `not_allowed`, `second_step_required`, `not_found`
 */
export const readOutsideCalendarNow = outwardAction({
  name: 'read-outside-calendar',
  input: outsideCalendarInput,
  access: 'appointments:read',
  async run(ctx, { id }): Promise<OutsideCalendar> {
    const { clinicId, userId, transactions, caller } = ctx
    const own = () =>
      transactions.withActor(caller, (tx) =>
        asSystem(tx, async () => {
          const calendars = await calendarsOf(tx, clinicId, await ownProvider(tx, clinicId, userId))
          return calendars.find((each) => each.id === id)
        }),
      )
    if (!(await own())) throw new AppError('not_found')
    await readOutsideCalendar(ctx, { clinicId, id })
    const calendar = await own()
    if (!calendar) throw new AppError('not_found')
    return calendar
  },
})

/**
 * Removes one of the caller's calendars with its busy times, and ends the consent at Google. Idempotent.
 * @throws AppError `not_allowed`, `second_step_required`; `not_found` for members who see no patients
 */
export const removeOutsideCalendar = action({
  name: 'remove-outside-calendar',
  input: outsideCalendarInput,
  access: 'appointments:read',
  run: (tx, { clinicId, userId, jobs }, { id }): Promise<{ success: true }> =>
    asSystem(tx, async () => {
      const providerId = await ownProvider(tx, clinicId, userId)
      const calendar = await tx
        .selectFrom('app.outside_calendars')
        .select(['id', 'source', 'secret'])
        .where('clinic_id', '=', clinicId)
        .where('provider_id', '=', providerId)
        .where('id', '=', id)
        .forUpdate()
        .executeTakeFirst()
      if (calendar) {
        await storeBusyTimes(tx, { clinicId, id, providerId }, [])
        await tx
          .deleteFrom('app.outside_calendars')
          .where('clinic_id', '=', clinicId)
          .where('id', '=', id)
          .execute()
        await revokeLater(tx, { jobs }, calendar)
        await audit(
          tx,
          'schedule.outside_calendar_removed',
          { type: 'provider', id: providerId },
          {},
          clinicId,
        )
      }
      return { success: true }
    }),
})

async function calendarsOf(tx: Tx, clinicId: string, providerId: string): Promise<OutsideCalendar[]> {
  const rows = await tx
    .selectFrom('app.outside_calendars')
    .select(['id', 'source', 'host', 'read_at', 'tried_at', 'failure'])
    .where('clinic_id', '=', clinicId)
    .where('provider_id', '=', providerId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map(({ id, source, host, read_at, tried_at, failure }) => ({
    ...{ id, host, source: source as OutsideCalendar['source'] },
    readAt: read_at.toISOString(),
    triedAt: tried_at.toISOString(),
    failure: failure as CalendarFailure | null,
  }))
}

async function requireNew(
  {
    clinicId,
    outsideCalendars,
  }: Pick<Parameters<typeof addOutsideCalendar.run>[0], 'clinicId' | 'outsideCalendars'>,
  tx: Tx,
  providerId: string,
  address: string,
): Promise<void> {
  const rows = await tx
    .selectFrom('app.outside_calendars')
    .select(['id', 'source', 'secret'])
    .where('clinic_id', '=', clinicId)
    .where('provider_id', '=', providerId)
    .execute()
  if (rows.some((row) => row.source === 'address' && openSecret(outsideCalendars, row) === address))
    throw atAddress(errors.known)
  if (rows.length >= mostOutsideCalendars) throw atAddress(errors.most)
}

/** An address has no consent to withdraw, and no service that makes readers wait. */
function unreadAddress(reason: CalendarFailure): AppError {
  return atAddress(reason === 'revoked' || reason === 'busy' ? errors.unreachable : errors[reason])
}

function atAddress(message: string): AppError {
  return new AppError('invalid_input', { fields: [{ path: 'address', message }] })
}
