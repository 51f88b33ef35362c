import { dayMs } from '../values/durations.ts'

/** Days after which a patient with an unconfirmed address is reminded, once each. */
export const reminderDays = [1, 3, 7] as const

/** How many reminders are due for an address that has waited since then. */
export function remindersDue(waitingSince: Date, now: Date): number {
  const days = (now.getTime() - waitingSince.getTime()) / dayMs
  return reminderDays.filter((day) => days >= day).length
}
