/** docs/specification.md B2.12, B3 */

import * as z from 'zod/mini'
import { seenVersion } from '../versions.ts'

/** The columns of `notice_preferences`. */
export const noticeEvents = [
  'patient_messages',
  'appointment_updates',
  'system_alerts',
  'task_assignments',
  'daily_summary',
  'important_alerts',
] as const
export type NoticeEvent = (typeof noticeEvents)[number]

export const noticeChannels = ['none', 'in_app', 'email'] as const

const channel = z.enum(noticeChannels)

export const noticePreferencesInput = z.object({
  version: seenVersion,
  patient_messages: channel,
  appointment_updates: channel,
  system_alerts: channel,
  task_assignments: channel,
  daily_summary: channel,
  important_alerts: channel,
})
export type NoticePreferences = z.infer<typeof noticePreferencesInput>
