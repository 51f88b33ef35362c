import { sql } from 'kysely'
import { type HeldTimesView, heldTimesInput } from '#domain/calendar/held-times.ts'
import { action } from '#server/platform/action.ts'
import { asSystem } from '#server/platform/database/transactions.ts'

/**
 * The times that are kept while patients confirm them, for the team's calendar. For whom is not said.
 *
 * @throws AppError `not_allowed`, `second_step_required`
 */
export const heldTimes = action({
  name: 'held-times',
  input: heldTimesInput,
  access: 'appointments:read',
  run: (tx, ctx, { from, days }): Promise<HeldTimesView> =>
    asSystem(tx, async () => {
      const { rows } = await sql<{ id: string; provider_id: string; starts_at: Date; minutes: number }>`
        select h.id, h.provider_id, h.starts_at, h.duration_minutes as minutes
          from app.appointment_holds h join public.clinics c on c.id = h.clinic_id
         where h.clinic_id = ${ctx.clinicId} and h.expires_at > ${ctx.now()}
           and h.starts_at >= ${from}::date::timestamp at time zone c.time_zone
           and h.starts_at < (${from}::date + ${days}::integer)::timestamp at time zone c.time_zone
         order by h.starts_at, h.id`.execute(tx)
      return {
        times: rows.map(({ id, provider_id: providerId, starts_at: startsAt, minutes }) => ({
          id,
          providerId,
          startsAt: startsAt.toISOString(),
          endsAt: new Date(startsAt.getTime() + minutes * 60_000).toISOString(),
          isOffer: false,
        })),
      }
    }),
})
