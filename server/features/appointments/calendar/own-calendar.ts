import { createHash, randomBytes } from 'node:crypto'
import * as z from 'zod/mini'
import type { OwnCalendar } from '#domain/appointments/scheduling.ts'
import { action } from '#server/clinic/action.ts'
import { audit } from '#server/clinic/audit.ts'
import { ownProvider } from '#server/clinic/own-record.ts'
import { clinicOrigin } from '#server/platform/config/config.ts'
import { asSystem } from '#server/platform/database/transactions.ts'

/** Path for calendar programs; the key is in the query, which is not logged. */
export const calendarPath = '/calendars/v1/times.ics'

export const hashOfKey = (key: string) => createHash('sha256').update(key).digest()

/**
 * Returns whether the caller sees patients, and whether the caller has a private calendar address. Contains nothing
 * about patients, so it works before a new admin's second step.
 * @throws AppError `not_allowed`
 */
export const ownCalendar = action({
  name: 'own-calendar',
  input: z.object({}),
  access: 'clinic:read',
  async run(tx, { clinicId, userId }): Promise<OwnCalendar> {
    const [provider, settings] = await Promise.all([
      tx
        .selectFrom('providers')
        .select('id')
        .where('clinic_id', '=', clinicId)
        .where('user_id', '=', userId)
        .where('is_active', '=', true)
        .executeTakeFirst(),
      tx
        .selectFrom('scheduling_settings')
        .select('calendar_names')
        .where('clinic_id', '=', clinicId)
        .executeTakeFirst(),
    ])
    const address =
      provider &&
      (await asSystem(tx, () =>
        tx
          .selectFrom('app.calendar_addresses')
          .select('created_at')
          .where('clinic_id', '=', clinicId)
          .where('provider_id', '=', provider.id)
          .executeTakeFirst(),
      ))
    return {
      isProvider: provider !== undefined,
      createdAt: address?.created_at.toISOString() ?? null,
      hasNames: settings?.calendar_names ?? false,
    }
  },
})

/**
 * Creates the caller's private calendar address, with a key of 256 bits. It is returned only once, and replaces an
 * earlier address.
 * @throws AppError `not_allowed`, `second_step_required`, `fresh_proof_required`; `not_found` for members who see no
 * patients
 */
export const makeCalendarAddress = action({
  name: 'make-calendar-address',
  input: z.object({}),
  access: 'appointments:read',
  // also without names: the clinic may allow them later
  asksFreshProof: true,
  run: (tx, ctx): Promise<{ address: string }> =>
    asSystem(tx, async () => {
      const { clinicId, userId } = ctx
      const providerId = await ownProvider(tx, clinicId, userId)
      const key = randomBytes(32).toString('base64url')
      const row = { key_hash: hashOfKey(key), created_at: ctx.now() }
      await tx
        .insertInto('app.calendar_addresses')
        .values({ clinic_id: clinicId, provider_id: providerId, ...row })
        .onConflict((conflict) => conflict.columns(['clinic_id', 'provider_id']).doUpdateSet(row))
        .execute()
      const { subdomain } = await tx
        .selectFrom('clinics')
        .select('subdomain')
        .where('id', '=', clinicId)
        .executeTakeFirstOrThrow()
      await audit(tx, 'schedule.calendar_address_made', { type: 'provider', id: providerId }, {}, clinicId)
      const address = new URL(calendarPath, clinicOrigin(ctx.config, subdomain))
      address.searchParams.set('key', key)
      return { address: address.href }
    }),
})

/**
 * Revokes the caller's private calendar address. Idempotent.
 * @throws AppError `not_allowed`, `second_step_required`; `not_found` for members who see no patients
 */
export const revokeCalendarAddress = action({
  name: 'revoke-calendar-address',
  input: z.object({}),
  access: 'appointments:read',
  run: (tx, { clinicId, userId }): Promise<{ success: true }> =>
    asSystem(tx, async () => {
      const providerId = await ownProvider(tx, clinicId, userId)
      const { numDeletedRows } = await tx
        .deleteFrom('app.calendar_addresses')
        .where('clinic_id', '=', clinicId)
        .where('provider_id', '=', providerId)
        .executeTakeFirst()
      if (numDeletedRows > 0n)
        await audit(
          tx,
          'schedule.calendar_address_revoked',
          { type: 'provider', id: providerId },
          {},
          clinicId,
        )
      return { success: true }
    }),
})
