import { dayMs } from '#domain/values/durations.ts'
import { addDays, dateIn, weekdayOf } from '#domain/values/zones.ts'
import { markAppointment } from '#server/features/appointments/booking/mark-appointment.ts'
import { scheduleAppointment } from '#server/features/appointments/booking/schedule-appointment.ts'
import { makeValueReceiptsJob } from '#server/features/value-receipts/make-value-receipts.ts'
import { saveValueSettings } from '#server/features/value-receipts/save-value-settings.ts'
import type { Caller } from '#server/platform/database/transactions.ts'
import { call, type DemoTools, settle } from './demo-tools.ts'

/** Prices of services without a plan. */
const prices: Record<string, string> = {
  'visit:consultation': '140',
  'visit:checkup': '95',
  'visit:followup': '75',
  'visit:therapy': '120',
  message: '25',
  lesson: '15',
}
/** When the clinic switched value receipts on, before now. */
const sinceDays = 40
/** Minimum time since the last visit of the patient that visitors see. */
const visitDays = 24

/**
 * A clinic prices its services and gives value receipts: those of the plan months that ended lately are made, and the first
 * patient's shows a visit.
 */
export async function giveDemoReceipts(
  tools: DemoTools,
  { admin, patientId, timeZone }: { admin: Caller; patientId: string; timeZone: string },
): Promise<void> {
  const { services, clock } = tools
  const present = clock.offsetMs
  const today = dateIn(clock.now(), timeZone)
  clock.setOffset(present - sinceDays * dayMs)
  await call(tools, saveValueSettings, admin, { version: 0, audience: 'everybody', prices })
  let date = addDays(today, -visitDays)
  // a day on which the clinic is open
  while (weekdayOf(date) > 4 || weekdayOf(date) < 1) date = addDays(date, -1)
  const { appointmentId } = await call<{ appointmentId: string }>(tools, scheduleAppointment, admin, {
    patientId,
    appointmentType: 'checkup',
    providerId: '',
    roomId: '',
    date,
    time: '10:00',
    duration: 30,
    notes: '',
  })
  clock.setOffset(present)
  await call(tools, markAppointment, admin, { appointmentId, step: 'completed' })
  await services.transactions.withSystem('demo', (tx) => services.jobs.enqueue(tx, makeValueReceiptsJob, {}))
  await settle(tools)
}
