/** What people of a clinic's team hear of: rows of `user_notices` (docs/specification.md B2.12, B3). */

import type { NoticeEvent } from '../preferences/notice-preferences.ts'

/** Each kind of notice, with the event by which a person chooses how to hear of it. */
export const eventOfKind = {
  message_received: 'patient_messages',
  appointment_booked: 'appointment_updates',
  appointment_moved: 'appointment_updates',
  appointment_canceled: 'appointment_updates',
  patient_joined: 'system_alerts',
  invitation_accepted: 'system_alerts',
  plan_canceled: 'system_alerts',
  plan_ended: 'system_alerts',
  payment_waived: 'system_alerts',
  records_merged: 'system_alerts',
  records_parted: 'system_alerts',
  task_assigned: 'task_assignments',
  daily_summary: 'daily_summary',
  payment_failed: 'important_alerts',
  plan_change_waits: 'important_alerts',
  charged_after_end: 'important_alerts',
  refund_refused: 'important_alerts',
  refund_failed: 'important_alerts',
  dispute_opened: 'important_alerts',
  dispute_lost: 'important_alerts',
  dispute_won: 'important_alerts',
  payouts_blocked: 'important_alerts',
  commission_failed: 'important_alerts',
  security_changed: 'important_alerts',
  sso_domain_missing: 'important_alerts',
  sso_domain_lost: 'important_alerts',
} as const satisfies Record<string, NoticeEvent>

export type UserNoticeKind = keyof typeof eventOfKind

/** What a daily summary counts, in the order in which it says it. Zeros are left out. */
export const summaryFigures = [
  'appointments',
  'tasksDue',
  'tasksOverdue',
  'unread',
  'failedPayments',
] as const
export type SummaryFigure = (typeof summaryFigures)[number]
export type Summary = Partial<Record<SummaryFigure, number>>

/** How many days a notice is kept. */
export const noticeDays = 90

/** The badge counts up to here, then says "99+". */
export const mostCounted = 99
