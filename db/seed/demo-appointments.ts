import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import type { NotSaved } from '#domain/appointments/affected-visits.ts'
import { AppError } from '#domain/errors.ts'
import { dayMs } from '#domain/values/durations.ts'
import { addDays, dateIn, weekdayOf } from '#domain/values/zones.ts'
import type { Services } from '#server/clinic/action.ts'
import { markAppointment } from '#server/features/appointments/booking/mark-appointment.ts'
import { scheduleAppointment } from '#server/features/appointments/booking/schedule-appointment.ts'
import { saveAppointmentType } from '#server/features/appointments/scheduling/save-appointment-type.ts'
import { saveProvider } from '#server/features/appointments/scheduling/save-provider.ts'
import { saveRoom } from '#server/features/appointments/scheduling/save-room.ts'
import { saveScheduleException } from '#server/features/appointments/scheduling/save-schedule-exception.ts'
import { saveSchedulingSettings } from '#server/features/appointments/scheduling/save-scheduling-settings.ts'
import type { AdjustableClock } from '#server/platform/clock.ts'
import type { Caller } from '#server/platform/database/transactions.ts'
import type { DemoClinic } from './demo-content.ts'

const daysBack = 7
const daysAhead = 9

/** When a provider's visits begin, the minutes that each takes, and what was noted; every day takes some of them. */
const day: readonly { time: string; type: string; duration: number; notes?: string }[] = [
  { time: '08:30', type: 'checkup', duration: 30 },
  { time: '09:15', type: 'followup', duration: 20, notes: 'Blood pressure diary from home.' },
  { time: '10:00', type: 'consultation', duration: 45 },
  { time: '11:00', type: 'checkup', duration: 30, notes: 'Prefers to be called by first name.' },
  { time: '14:00', type: 'therapy', duration: 60 },
  { time: '15:30', type: 'followup', duration: 20, notes: 'Bring last lab results.' },
  { time: '16:15', type: 'checkup', duration: 30 },
]

/** Between the days that the journeys use: the next two weeks, 28 to 34 days ahead, and 49 to 55. */
const exceptions: readonly {
  kind: 'off' | 'extra'
  of: 'clinic' | 'first' | 'second'
  title: string
  /** days from today */
  from: number
  days: number
  opens?: string
  closes?: string
}[] = [
  { kind: 'off', of: 'second', title: 'Conference', from: 37, days: 3 },
  { kind: 'extra', of: 'first', title: 'Evening hours', from: 41, days: 1, opens: '18:00', closes: '20:00' },
  { kind: 'off', of: 'clinic', title: 'Clinic holiday', from: 44, days: 1 },
]

const therapyRoom = 'Therapy room'
const titles = ['Family physician', 'Nurse practitioner']

/** One of the clinics has fees, so that both ways of booking can be seen. */
const feesOf = ({ subdomain }: DemoClinic) =>
  subdomain === 'harbor'
    ? {
        lateCancelFeeCents: 2_500,
        noShowFeeCents: 5_000,
        feeText: 'Illness and emergencies are excepted: please call.',
      }
    : { lateCancelFeeCents: null, noShowFeeCents: null, feeText: '' }

/**
 * A believable fortnight around today: the first two of the team see patients within the opening hours; past visits are done,
 * but for one who did not come. Booked by the providers themselves, so there are no notices.
 */
export async function fillDemoCalendar(
  { services, clock }: { services: Services; clock: AdjustableClock },
  {
    content,
    clinicId,
    admin,
    team,
  }: { content: DemoClinic; clinicId: string; admin: Caller; team: Map<string, Caller> },
): Promise<void> {
  const zone = content.clinic.time_zone
  const present = clock.offsetMs
  const today = dateIn(clock.now(), zone)
  const patients = await services.transactions.withSystem('demo', async (tx) => {
    // no patient has a visit before joining
    const { rows } = await sql<{ id: string; joined: string }>`
      select id, to_char(created_at, 'YYYY-MM-DD') as joined from public.patients
       where clinic_id = ${clinicId} order by created_at, id`.execute(tx)
    return rows
  })
  const call = async <Output>(
    action: { call(s: Services, c: Caller, i: unknown): Promise<unknown> },
    caller: Caller,
    input: object,
  ) => {
    await nextTurn()
    return (await action.call(services, caller, input)) as Output
  }
  const plans = await services.transactions.withSystem('demo', async (tx) => {
    const { rows } = await sql<{ id: string }>`
      select id from public.plans where clinic_id = ${clinicId} and status = 'published' and kind = 'wellness'`.execute(
      tx,
    )
    return rows.map(({ id }) => id)
  })
  await call(saveAppointmentType, admin, {
    version: 1,
    key: 'consultation',
    name: 'Initial Consultation',
    durationMinutes: 45,
    beforeMinutes: 0,
    afterMinutes: 10,
    place: 'in_person',
    videoLink: '',
    patientsBook: 'request',
    minNoticeMinutes: 24 * 60,
    maxNoticeDays: 60,
    cancelWindowHours: 24,
    cancelPolicy: 'For a later change the clinic may charge $25.',
    ...feesOf(content),
    bring: 'A list of your medications, and your last lab results if you have them.',
    isActive: true,
    plans,
  })
  const rooms = new Map<string, string>()
  for (const name of ['Exam room', therapyRoom]) {
    const { roomId } = await call<{ roomId: string }>(saveRoom, admin, { version: 0, name, isActive: true })
    rooms.set(name, roomId)
  }
  await call(saveSchedulingSettings, admin, { version: 0, ...content.place })
  clock.setOffset(present - (daysBack + 1) * dayMs)
  const providers: string[] = []
  let turn = 0
  for (const [index, { mailbox, name }] of content.team.slice(0, 2).entries()) {
    const caller = team.get(mailbox)
    if (!caller?.userId) continue
    const { providerId } = await call<{ providerId: string }>(saveProvider, admin, {
      version: 0,
      userId: caller.userId,
      name,
      title: titles[index] ?? '',
      types: [],
      isActive: true,
      isPublic: true,
      hours: content.openingHours.map(({ day: weekday, opens, closes }) => ({
        ...{ day: weekday, opens, closes },
        validFrom: '2024-01-01',
        validUntil: null,
      })),
    })
    providers.push(providerId)
    for (let offset = -daysBack; offset <= daysAhead; offset++) {
      const date = addDays(today, offset)
      for (const [slot, visit] of day.entries()) {
        const isOpen = content.openingHours.some(
          ({ day: weekday, opens, closes }) =>
            weekday === weekdayOf(date) && opens <= visit.time && visit.time < closes,
        )
        // a third of the day's times, others each day
        if (!isOpen || (slot + offset + daysBack + index) % 3 !== 0) continue
        const here = patients.filter(({ joined }) => joined <= date)
        const patient = here[turn++ % Math.max(here.length, 1)]
        if (!patient) continue
        const { appointmentId } = await call<{ appointmentId: string }>(scheduleAppointment, caller, {
          patientId: patient.id,
          appointmentType: visit.type,
          providerId,
          roomId: (visit.type === 'therapy' && rooms.get(therapyRoom)) || '',
          date,
          time: visit.time,
          duration: visit.duration,
          notes: visit.notes ?? '',
        }).catch((error: unknown) => {
          // the patient has a visit with the other provider at that time
          if (error instanceof AppError && error.code === 'time_taken') return { appointmentId: '' }
          throw error
        })
        if (offset < 0 && appointmentId)
          await call(markAppointment, caller, {
            appointmentId,
            step: turn % 9 === 0 ? 'no_show' : 'completed',
          })
      }
    }
  }
  clock.setOffset(present)
  const [first, second] = providers
  const desk = team.get(content.team[0]?.mailbox ?? '')
  for (const { kind, of, title, from, days, opens = null, closes = null } of exceptions) {
    const providerId = of === 'clinic' ? null : of === 'first' ? first : second
    if (!desk || providerId === undefined) continue
    const startsOn = addDays(today, from)
    const endsOn = addDays(startsOn, days - 1)
    const exception = { kind, title, providerId, startsOn, endsOn, opens, closes }
    const { affected } = await call<Partial<NotSaved>>(saveScheduleException, desk, exception)
    if (affected) await call(saveScheduleException, desk, { ...exception, confirmed: affected.seen })
  }
  await fillDemoWaitlist({ services, clock }, { clinicId, today })
}

/** The waitlist, from its front: within a fortnight, so that the last weeks stay for the journeys. */
const wishes = [
  { type: 'checkup', days: [1, 3, 5], opens: '08:00', closes: '12:00', within: 12 },
  { type: 'followup', days: [], opens: null, closes: null, within: 9 },
  { type: 'therapy', days: [2, 4], opens: '14:00', closes: '18:00', within: 14 },
]

/** Patients with an account, the newest first, wait since some days ago. */
async function fillDemoWaitlist(
  { services, clock }: { services: Services; clock: AdjustableClock },
  { clinicId, today }: { clinicId: string; today: string },
): Promise<void> {
  await services.transactions.withSystem('demo', async (tx) => {
    const { rows } = await sql<{ id: string }>`
      select p.id from public.patients p
        join public.clinic_memberships m on m.clinic_id = p.clinic_id and m.user_id = p.user_id and m.role = 'patient'
         and m.status = 'active' and m.ended_at is null
       where p.clinic_id = ${clinicId} order by p.created_at desc, p.id limit ${wishes.length}`.execute(tx)
    for (const [index, { id }] of rows.entries()) {
      const wish = wishes[index]
      if (!wish) continue
      const at = new Date(clock.now().getTime() - (5 - index) * dayMs)
      await tx
        .insertInto('waitlist_entries')
        .values({
          clinic_id: clinicId,
          patient_id: id,
          type: wish.type,
          days: wish.days,
          opens: wish.opens,
          closes: wish.closes,
          until: addDays(today, wish.within),
          created_at: at,
          updated_at: at,
        })
        .execute()
    }
  })
}
