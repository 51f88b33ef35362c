import { sql } from 'kysely'
import { type HeldTimesView, heldTimesInput } from '#domain/calendar/held-times.ts'
import { action } from '#server/clinic/action.ts'
import { asSystem } from '#server/platform/database/transactions.ts'

/**
 * Returns the times that patients hold while they confirm a visit, for the team's calendar, without the patients; and
 * the busy times of the providers' own calendars.
 * @throws AppError `not_allowed`, `second_step_required`
 */
export const heldTimes = action({
  name: 'held-times',
  input: heldTimesInput,
  access: 'appointments:read',
  async run(tx, ctx, { from, days }): Promise<HeldTimesView> {
    const { clinicId } = ctx
    const { rows: offers } = await sql<HeldTime>`
      select o.id, o.provider_id, o.starts_at, o.duration_minutes as minutes, true as is_offer
        from public.waitlist_offers o, ${daysOf(clinicId, from, days)} days
       where o.clinic_id = ${clinicId} and o.status = 'open' and o.held_until > ${ctx.now()}
         and o.starts_at >= first and o.starts_at < last`.execute(tx)
    const { holds, elsewhere } = await asSystem(tx, async () => ({
      holds: await sql<HeldTime>`
        select h.id, h.provider_id, h.starts_at, h.duration_minutes as minutes, false as is_offer
          from app.appointment_holds h, ${daysOf(clinicId, from, days)} days
         where h.clinic_id = ${clinicId} and h.expires_at > ${ctx.now()} and h.starts_at >= first and h.starts_at < last`.execute(
        tx,
      ),
      elsewhere: await sql<{ provider_id: string; starts_at: Date; ends_at: Date }>`
        select b.provider_id, greatest(lower(b.busy), d.first) as starts_at, least(upper(b.busy), d.last) as ends_at
          from (select n::date::timestamp at time zone c.time_zone as first,
                       (n::date + 1)::timestamp at time zone c.time_zone as last
                  from public.clinics c, generate_series(0, ${days}::integer - 1) i, lateral (select ${from}::date + i) day (n)
                 where c.id = ${clinicId}) d
          join app.outside_busy_times b on b.clinic_id = ${clinicId} and b.busy && tstzrange(d.first, d.last)
         order by 2, 1`.execute(tx),
    }))
    const rows = [...holds.rows, ...offers].sort(
      (a, b) => a.starts_at.getTime() - b.starts_at.getTime() || (a.id < b.id ? -1 : 1),
    )
    return {
      times: rows.map(({ id, provider_id: providerId, starts_at: startsAt, minutes, is_offer: isOffer }) => ({
        id,
        providerId,
        startsAt: startsAt.toISOString(),
        endsAt: new Date(startsAt.getTime() + minutes * 60_000).toISOString(),
        isOffer,
      })),
      elsewhere: elsewhere.rows.map(({ provider_id: providerId, starts_at: startsAt, ends_at: endsAt }) => ({
        providerId,
        startsAt: startsAt.toISOString(),
        endsAt: endsAt.toISOString(),
      })),
    }
  },
})

interface HeldTime {
  id: string
  provider_id: string
  starts_at: Date
  minutes: number
  is_offer: boolean
}

const daysOf = (clinicId: string, from: string, days: number) => sql`(
  select ${from}::date::timestamp at time zone c.time_zone as first,
         (${from}::date + ${days}::integer)::timestamp at time zone c.time_zone as last
    from public.clinics c where c.id = ${clinicId}
)`
