// Whatever is booked, moved, canceled and held in whatever order: what the database keeps is what a simple model keeps.
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { aProvider } from '#testing/appointments.ts'
import { aClinic, aPatient, type Patient, type TestClinic } from '#testing/people.ts'
import { openTestServices, type TestServices } from '#testing/services.ts'
import { bookAppointment } from './book-appointment.ts'
import { cancelOwnAppointment } from './cancel-own-appointment.ts'
import { holdTime } from './hold-time.ts'
import { moveOwnAppointment } from './move-own-appointment.ts'

const minute = 60_000
const holdMs = 10 * minute
const visitMs = 30 * minute
/** Monday, nine in New York. */
const opens = Date.parse('2026-03-16T13:00:00Z')
const slots = 13
/** `HISTORIES=1000` for the whole proof, which takes minutes. */
const numRuns = Number(process.env.HISTORIES ?? 30)

let test: TestServices
let clinic: TestClinic
let patients: Patient[]
let startOfClock: number
beforeAll(async () => {
  test = await openTestServices({ now: '2026-03-10T15:00:00Z' })
  startOfClock = test.clock.offsetMs
  clinic = await aClinic(test.db, { timeZone: 'America/New_York' })
  patients = await Promise.all(Array.from({ length: 3 }, () => aPatient(test.db, clinic)))
})
afterAll(() => test.close())

type Step =
  | { kind: 'book' | 'hold' | 'move'; who: number; slot: number }
  | { kind: 'cancel'; who: number }
  | { kind: 'wait'; minutes: number }

const who = fc.nat({ max: 2 })
const slot = fc.nat({ max: slots - 1 })
const steps = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constantFrom('book' as const, 'hold' as const, 'move' as const), who, slot }),
    fc.record({ kind: fc.constant('cancel' as const), who }),
    fc.record({ kind: fc.constant('wait' as const), minutes: fc.integer({ min: 1, max: 15 }) }),
  ),
  { minLength: 5, maxLength: 15 },
)

/** One provider: nobody's visit or live hold overlaps another's. */
class Model {
  readonly visits: { who: number; at: number }[] = []
  readonly holds = new Map<number, { at: number; until: number }>()

  /** Why a person cannot have this time: `time_not_offered` if another visit of their own is in the way; null if they can. */
  refusal(person: number, at: number, now: number, except?: { at: number }) {
    const overlaps = (other: { at: number }) => Math.abs(other.at - at) < visitMs
    const inTheWay = this.visits.filter((visit) => visit !== except && overlaps(visit))
    if (inTheWay.some((visit) => visit.who === person)) return 'time_not_offered'
    const isHeld = [...this.holds].some(
      ([holder, hold]) => holder !== person && hold.until > now && overlaps(hold),
    )
    return inTheWay.length > 0 || isHeld ? 'time_taken' : null
  }
}

it(
  'nobody is ever booked twice, and whoever is refused was in the way of somebody',
  async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (history: Step[]) => {
        // a provider of its own for each history; the patients start without visits, and on the same day
        test.clock.setOffset(startOfClock)
        await test.db.asOwner(`update appointments set status = 'canceled' where clinic_id = $1`, [clinic.id])
        await test.db.asOwner('delete from app.appointment_holds where clinic_id = $1', [clinic.id])
        const { id: providerId } = await aProvider(test.db, clinic, { opens: '09:00', closes: '12:30' })
        const model = new Model()
        const ids = new Map<{ who: number; at: number }, string>()
        for (const step of history) {
          if (step.kind === 'wait') {
            test.clock.advance(`PT${step.minutes}M`)
            continue
          }
          const now = test.clock.now().getTime()
          const caller = (patients[step.who] as Patient).caller()
          const own = model.visits.find((visit) => visit.who === step.who)
          if (step.kind === 'cancel') {
            if (!own) continue
            await cancelOwnAppointment.call(test.services, caller, {
              appointmentId: ids.get(own) ?? '',
              reason: '',
              acceptsLate: true,
            })
            model.visits.splice(model.visits.indexOf(own), 1)
            continue
          }
          const at = opens + step.slot * 15 * minute
          const choice = { providerId, startsAt: new Date(at).toISOString() }
          if (step.kind === 'move') {
            if (!own) continue
            const moved = moveOwnAppointment.call(test.services, caller, {
              ...choice,
              appointmentId: ids.get(own) ?? '',
              acceptsLate: true,
            })
            const code = model.refusal(step.who, at, now, own)
            if (code) await expect(moved).rejects.toMatchObject({ code })
            else {
              await moved
              model.holds.delete(step.who)
              own.at = at
            }
            continue
          }
          const action = step.kind === 'book' ? bookAppointment : holdTime
          const done = action.call(test.services, caller, { appointmentType: 'checkup', ...choice })
          const code = model.refusal(step.who, at, now)
          if (code) {
            await expect(done).rejects.toMatchObject({ code })
            continue
          }
          const answer = (await done) as { appointmentId?: string }
          model.holds.delete(step.who)
          if (step.kind === 'hold') model.holds.set(step.who, { at, until: now + holdMs })
          else {
            const visit = { who: step.who, at }
            model.visits.push(visit)
            ids.set(visit, answer.appointmentId ?? '')
          }
        }
        const kept = await test.db.asOwner<{ starts_at: Date }>(
          `select starts_at from appointments where provider_id = $1 and status = 'upcoming' order by starts_at`,
          [providerId],
        )
        expect(kept.map(({ starts_at }) => starts_at.getTime())).toEqual(
          model.visits.map(({ at }) => at).sort((a, b) => a - b),
        )
      }),
      { numRuns },
    )
  },
  120_000 + numRuns * 2_000,
)
