// Random sequences of bookings, holds, moves, series and cancellations by patients and the desk: rows and refusals
// equal those of a simple model.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { aProvider } from '#testing/appointments.ts'
import { setUpServices } from '#testing/set-up.ts'
import { aClinic, aPatient, type Patient } from '#testing/sign-in/people.ts'
import { bookAppointment } from '../booking/book-appointment.ts'
import { cancelAppointment } from '../booking/cancel-appointment.ts'
import { cancelOwnAppointment } from '../booking/cancel-own-appointment.ts'
import { holdTime } from '../booking/hold-time.ts'
import { moveOwnAppointment } from '../booking/move-own-appointment.ts'
import { rescheduleAppointment } from '../booking/reschedule-appointment.ts'
import { scheduleAppointment } from '../booking/schedule-appointment.ts'
import { correctTimes } from './correct-times.ts'

const minute = 60_000
const holdMs = 10 * minute
const weekMs = 7 * 24 * 60 * minute
/** Monday, 9:00 in New York; the clocks do not change for months. */
const opens = Date.parse('2026-03-16T13:00:00Z')
const closes = opens + 210 * minute
/** `HISTORIES=1000` for the full proof, which takes minutes. */
const numRuns = Number(process.env.HISTORIES ?? 20)

const test = await setUpServices({ now: '2026-03-10T15:00:00Z' })
const startOfClock = test.clock.offsetMs
const clinic = await aClinic(test.db, { timeZone: 'America/New_York' })
const patients = await Promise.all(Array.from({ length: 3 }, () => aPatient(test.db, clinic)))
const hours = { opens: '09:00', closes: '12:30' }
const providers = [(await aProvider(test.db, clinic, hours)).id, (await aProvider(test.db, clinic, hours)).id]

/** A time on a Monday: weeks and quarters of an hour after the first opening. */
interface Place {
  week: number
  slot: number
  provider: number
}
interface Taken extends Place {
  who: number
  minutes: number
}
interface Visit extends Taken {
  id: string
  series: number | null
  /** As its series plans it. */
  plan: Place & { minutes: number }
}
type Scope = 'one' | 'following'
type Step =
  | ({ kind: 'book' | 'hold' | 'move'; who: number } & Place)
  | { kind: 'cancel'; who: number }
  | { kind: 'wait'; minutes: number; hasJob: boolean }
  | ({ kind: 'schedule'; who: number; minutes: number; count: number } & Place)
  | {
      kind: 'reschedule'
      which: number
      shift: number
      slot: number
      provider: number
      minutes: number
      scope: Scope
    }
  | { kind: 'desk-cancel'; which: number; scope: Scope }

const who = fc.nat({ max: 2 })
const which = fc.nat({ max: 9 })
const minutes = fc.constantFrom(30, 45)
const scope = fc.constantFrom<Scope>('one', 'following')
const provider = fc.nat({ max: 1 })
const slot = fc.integer({ min: -1, max: 13 })
const week = fc.nat({ max: 2 })
const kinds = <Kind extends string>(...names: Kind[]) => fc.constantFrom(...names)
const steps = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: fc.record({ kind: kinds('book', 'hold', 'move'), who, week, slot, provider }) },
    { weight: 1, arbitrary: fc.record({ kind: kinds('cancel'), who }) },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: kinds('wait'),
        minutes: fc.integer({ min: 1, max: 15 }),
        hasJob: fc.boolean(),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: kinds('schedule'),
        who,
        week,
        slot,
        provider,
        minutes,
        count: fc.integer({ min: 1, max: 3 }),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: kinds('reschedule'),
        which,
        shift: fc.integer({ min: -1, max: 1 }),
        slot,
        provider,
        minutes,
        scope,
      }),
    },
    { weight: 1, arbitrary: fc.record({ kind: kinds('desk-cancel'), which, scope }) },
  ),
  { minLength: 5, maxLength: 15 },
) as fc.Arbitrary<Step[]>

const startOf = ({ week: weeks, slot: quarters }: Pick<Place, 'week' | 'slot'>) =>
  opens + weeks * weekMs + quarters * 15 * minute
const overlap = (a: Pick<Taken, 'week' | 'slot' | 'minutes'>, b: Pick<Taken, 'week' | 'slot' | 'minutes'>) =>
  startOf(a) < startOf(b) + b.minutes * minute && startOf(b) < startOf(a) + a.minutes * minute

class Model {
  visits: Visit[] = []
  readonly holds = new Map<number, Taken & { until: number }>()

  private isHeldFrom(person: number, wanted: Omit<Taken, 'who'>, now: number): boolean {
    return [...this.holds].some(
      ([holder, hold]) =>
        holder !== person && hold.until > now && hold.provider === wanted.provider && overlap(hold, wanted),
    )
  }

  /** The error for a patient; their own visits and the hours come first. Null if the time is free. */
  refusalToPatient(wanted: Taken, now: number, except?: Visit) {
    const inTheWay = this.visits.filter((visit) => visit !== except && overlap(visit, wanted))
    const at = startOf(wanted) - wanted.week * weekMs
    if (at < opens || at + wanted.minutes * minute > closes) return 'time_not_offered'
    if (inTheWay.some((visit) => visit.who === wanted.who)) return 'time_not_offered'
    const isTaken = inTheWay.some((visit) => visit.provider === wanted.provider)
    return isTaken || this.isHeldFrom(wanted.who, wanted, now) ? 'time_taken' : null
  }

  /** The error for the desk, for all times or none; hours do not count. */
  refusalToDesk(wanted: readonly Taken[], now: number, except: readonly Visit[] = []) {
    const others = this.visits.filter((visit) => !except.includes(visit))
    const isInTheWay = (one: Taken, other: Taken) =>
      overlap(one, other) && (one.provider === other.provider || one.who === other.who)
    return wanted.some(
      (each, index) =>
        this.isHeldFrom(each.who, each, now) ||
        [...others, ...wanted.slice(index + 1)].some((other) => isInTheWay(each, other)),
    )
      ? 'time_taken'
      : null
  }

  reach(visit: Visit, reached: Scope): Visit[] {
    if (reached === 'one' || visit.series === null) return [visit]
    return this.visits.filter((each) => each.series === visit.series && each.week >= visit.week)
  }
}

const iso = (at: number) => new Date(at).toISOString()
/** 9:00 in New York is 13:00 UTC; no place is near midnight. */
const onTheClock = (place: Pick<Place, 'week' | 'slot'>) => ({
  date: iso(startOf(place)).slice(0, 10),
  time: iso(startOf(place) - 4 * 60 * minute).slice(11, 16),
})

const placeKeys = ['week', 'slot', 'provider', 'minutes'] as const

/** A visit after a change of `first`: only what is changed, and not what the visit has separately from its series. */
function changed(visit: Visit, first: Visit, to: Visit['plan'], reached: Scope): Visit {
  const isFirst = visit === first
  if (reached === 'one' || first.series === null) return { ...visit, ...to }
  const isTimeChanged = to.week !== first.week || to.slot !== first.slot
  const plan = { ...visit.plan }
  if (isTimeChanged) plan.week = isFirst ? to.week : plan.week + to.week - first.week
  if (isFirst ? isTimeChanged : to.slot !== first.slot) plan.slot = to.slot
  if (to.provider !== first.provider) plan.provider = to.provider
  if (to.minutes !== first.minutes) plan.minutes = to.minutes
  if (isFirst) return { ...visit, ...to, plan }
  const next = { ...visit, plan }
  const isMoved = visit.week !== visit.plan.week || visit.slot !== visit.plan.slot
  if (isTimeChanged && !isMoved) Object.assign(next, { week: plan.week, slot: plan.slot })
  if (visit.provider === visit.plan.provider) next.provider = plan.provider
  if (visit.minutes === visit.plan.minutes) next.minutes = plan.minutes
  return next
}

/** Runs a step in the database and in the model, which must refuse the same. */
async function play(step: Step, model: Model): Promise<void> {
  if (step.kind === 'wait') {
    test.clock.advance(`PT${step.minutes}M`)
    if (step.hasJob) await correctTimes(test.services).run({})
    return
  }
  const now = test.clock.now().getTime()
  const desk = clinic.admin.caller()
  const outcome = async <Answer>(action: Promise<unknown>, code: string | null): Promise<Answer | null> => {
    if (!code) return (await action) as Answer
    await expect(action).rejects.toMatchObject({ code })
    return null
  }
  const form = (place: Place, length: number) => ({
    appointmentType: 'checkup',
    providerId: providers[place.provider] ?? '',
    roomId: '',
    ...onTheClock(place),
    duration: length,
    notes: '',
  })

  if (step.kind === 'schedule') {
    const wanted = Array.from({ length: step.count }, (_, index) => ({ ...step, week: step.week + index }))
    const answer = await outcome<{ appointmentId: string }>(
      scheduleAppointment.call(test.services, desk, {
        ...form(step, step.minutes),
        patientId: patients[step.who]?.patientId,
        ...(step.count > 1 && { repeat: { everyDays: 7, count: step.count } }),
      }),
      model.refusalToDesk(wanted, now),
    )
    if (!answer) return
    model.holds.delete(step.who)
    const booked = await test.db.asOwner<{ id: string }>(
      `select b.id from appointments a join appointments b on b.id = a.id or b.series_id = a.series_id
        where a.id = $1 order by b.starts_at`,
      [answer.appointmentId],
    )
    expect(booked).toHaveLength(step.count)
    const series = step.count > 1 ? Math.max(0, ...model.visits.map((each) => each.series ?? 0)) + 1 : null
    wanted.forEach(
      ({ who: person, week: weeks, slot: quarters, provider: whose, minutes: length }, index) => {
        const id = booked[index]?.id ?? ''
        model.visits.push({
          id,
          who: person,
          week: weeks,
          slot: quarters,
          provider: whose,
          minutes: length,
          series,
          plan: { week: weeks, slot: quarters, provider: whose, minutes: length },
        })
      },
    )
    return
  }

  if (step.kind === 'reschedule' || step.kind === 'desk-cancel') {
    const visit = model.visits[step.which % Math.max(1, model.visits.length)]
    if (!visit) return
    const reached = model.reach(visit, step.scope)
    if (step.kind === 'desk-cancel') {
      const input = { appointmentId: visit.id, reason: '', scope: step.scope }
      expect(await cancelAppointment.call(test.services, desk, input)).toMatchObject({
        canceled: reached.length,
      })
      model.visits = model.visits.filter((each) => !reached.includes(each))
      return
    }
    const { shift, slot: quarters, provider: whose, minutes: length } = step
    const to = { week: visit.week + shift, slot: quarters, provider: whose, minutes: length }
    const wanted = reached.map((each) => changed(each, visit, to, step.scope))
    const [{ version } = { version: 0 }] = await test.db.asOwner<{ version: number }>(
      'select version from appointments where id = $1',
      [visit.id],
    )
    const target = { week: visit.week + shift, slot: quarters, provider: whose }
    const answer = await outcome<{ moved: number }>(
      rescheduleAppointment.call(test.services, desk, {
        ...form(target, length),
        appointmentId: visit.id,
        version,
        scope: step.scope,
      }),
      target.week < 0 ? 'invalid_input' : model.refusalToDesk(wanted, now, reached),
    )
    if (!answer) return
    const isSame = (a: Visit, b: Visit | undefined) => placeKeys.every((key) => a[key] === b?.[key])
    expect(answer.moved).toBe(
      reached.filter((each, index) => each === visit || !isSame(each, wanted[index])).length,
    )
    model.holds.delete(visit.who)
    reached.forEach((each, index) => {
      Object.assign(each, wanted[index])
    })
    return
  }

  const caller = (patients[step.who] as Patient).caller()
  const own = model.visits.find((visit) => visit.who === step.who)
  if (step.kind === 'cancel') {
    if (!own) return
    await cancelOwnAppointment.call(test.services, caller, {
      appointmentId: own.id,
      reason: '',
      acceptsLate: true,
    })
    model.visits = model.visits.filter((visit) => visit !== own)
    return
  }
  const place: Place = { week: step.week, slot: step.slot, provider: step.provider }
  const choice = { providerId: providers[step.provider], startsAt: iso(startOf(place)) }
  if (step.kind === 'move') {
    if (!own) return
    const moved = await outcome(
      moveOwnAppointment.call(test.services, caller, { ...choice, appointmentId: own.id, acceptsLate: true }),
      model.refusalToPatient({ ...own, ...place }, now, own),
    )
    if (!moved) return
    model.holds.delete(step.who)
    Object.assign(own, place)
    return
  }
  const wanted: Taken = { ...place, who: step.who, minutes: 30 }
  const action = step.kind === 'book' ? bookAppointment : holdTime
  const answer = await outcome<{ appointmentId?: string }>(
    action.call(test.services, caller, { appointmentType: 'checkup', ...choice }),
    model.refusalToPatient(wanted, now),
  )
  if (!answer) return
  model.holds.delete(step.who)
  if (step.kind === 'hold') model.holds.set(step.who, { ...wanted, until: now + holdMs })
  else model.visits.push({ ...wanted, id: answer.appointmentId ?? '', series: null, plan: wanted })
}

it(
  'books no time twice, and refuses only for a conflict',
  async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (history) => {
        // each history begins on the same day, without visits and holds
        test.clock.setOffset(startOfClock)
        await test.db.asOwner(
          `update appointments set status = 'canceled' where clinic_id = $1 and status <> 'canceled'`,
          [clinic.id],
        )
        await test.db.asOwner('delete from app.appointment_holds where clinic_id = $1', [clinic.id])
        const model = new Model()
        for (const step of history) await play(step, model)
        const kept = await test.db.asOwner<{
          id: string
          starts_at: Date
          minutes: number
          provider_id: string
        }>(
          `select id, starts_at, duration_minutes as minutes, provider_id from appointments
            where clinic_id = $1 and status = 'upcoming' order by id`,
          [clinic.id],
        )
        expect(kept.map((row) => [row.id, row.starts_at.getTime(), row.minutes, row.provider_id])).toEqual(
          model.visits
            .map((visit) => [visit.id, startOf(visit), visit.minutes, providers[visit.provider]])
            .sort(([a], [b]) => (String(a) < String(b) ? -1 : 1)),
        )
        const now = test.clock.now()
        const held = await test.db.asOwner<{ starts_at: Date }>(
          'select starts_at from app.appointment_holds where clinic_id = $1 and expires_at > $2 order by starts_at',
          [clinic.id, now],
        )
        expect(held.map((row) => row.starts_at.getTime())).toEqual(
          [...model.holds.values()]
            .filter(({ until }) => until > now.getTime())
            .map(startOf)
            .sort((a, b) => a - b),
        )
      }),
      { numRuns },
    )
  },
  120_000 + numRuns * 3_000,
)
