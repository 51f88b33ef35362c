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
      const { rows } = await sql<{
        id: string
        provider_id: string
        starts_at: Date
        minutes: number
        is_offer: boolean
      }>`
        with days as (
          select ${from}::date::timestamp at time zone c.time_zone as first,
                 (${from}::date + ${days}::integer)::timestamp at time zone c.time_zone as last
            from public.clinics c where c.id = ${ctx.clinicId}
        )
        select h.id, h.provider_id, h.starts_at, h.duration_minutes as minutes, false as is_offer
          from app.appointment_holds h, days
         where h.clinic_id = ${ctx.clinicId} and h.expires_at > ${ctx.now()} and h.starts_at >= first and h.starts_at < last
        union all
        select o.id, o.provider_id, o.starts_at, o.duration_minutes, true
          from public.waitlist_offers o, days
         where o.clinic_id = ${ctx.clinicId} and o.status = 'open' and o.held_until > ${ctx.now()}
           and o.starts_at >= first and o.starts_at < last
         order by starts_at, id`.execute(tx)
      return {
        times: rows.map(
          ({ id, provider_id: providerId, starts_at: startsAt, minutes, is_offer: isOffer }) => ({
            id,
            providerId,
            startsAt: startsAt.toISOString(),
            endsAt: new Date(startsAt.getTime() + minutes * 60_000).toISOString(),
            isOffer,
          }),
        ),
      }
    }),
})
